package io.slicemeter.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The values of the chart with their defaults and meanings, from the lines of
/// `values.yaml`: a value is one line, and the comment above it tells its meaning.
record ValuesTable(List<Row> rows) {

	private static final Pattern ENTRY = Pattern.compile("( *)([A-Za-z]+):(?: (.+))?");

	/// A line of the table.
	record Row(String name, String value, String meaning) {

		String markdown() {
			return "| `%s` | `%s` | %s |".formatted(this.name, this.value, this.meaning.replace("|", "\\|"));
		}

	}

	static ValuesTable of(String yaml) {
		List<Row> rows = new ArrayList<>();
		List<String> path = new ArrayList<>();
		List<String> comment = new ArrayList<>();
		for (String line : yaml.lines().toList()) {
			Matcher entry = ENTRY.matcher(line);
			if (line.strip().startsWith("#")) {
				comment.add(line.strip().substring(1).strip());
				continue;
			}
			if (!line.isBlank()) {
				if (!entry.matches()) {
					throw new AssertionError("not a value on one line: " + line);
				}
				path = new ArrayList<>(path.subList(0, entry.group(1).length() / 2));
				path.add(entry.group(2));
				if (entry.group(3) != null) {
					rows.add(new Row(String.join(".", path), entry.group(3), String.join(" ", comment)));
				}
			}
			comment.clear();
		}
		return new ValuesTable(List.copyOf(rows));
	}

	String markdown() {
		return this.rows.stream()
			.map(Row::markdown)
			.collect(Collectors.joining("\n", "| value | default | meaning |\n|---|---|---|\n", "\n"));
	}

}
