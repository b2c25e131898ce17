package io.slicemeter.role;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// The names of all settings that this version has, in whatever role: those of the
/// configuration metadata, which the build makes of every properties record.
final class SettingNames {

	static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of("slicemeter");

	private static final Pattern LIST = Pattern.compile("java\\.util\\.List<([\\w.$]+)>");

	private static final String METADATA = "META-INF/spring-configuration-metadata.json";

	private final Set<ConfigurationPropertyName> names = new TreeSet<>();

	private final Map<ConfigurationPropertyName, String> descriptions = new TreeMap<>();

	/// Settings with entries of any name.
	private final Set<ConfigurationPropertyName> maps = new TreeSet<>();

	/// Lists, with the names of their elements' classes.
	private final Map<ConfigurationPropertyName, String> lists = new TreeMap<>();

	SettingNames(JsonNode metadata) {
		metadata.path("properties").forEach((property) -> {
			ConfigurationPropertyName name = ConfigurationPropertyName.of(property.path("name").asString(""));
			if (ROOT.isAncestorOf(name)) {
				(property.path("type").asString("").startsWith("java.util.Map") ? this.maps : this.names).add(name);
				Matcher list = LIST.matcher(property.path("type").asString(""));
				if (list.matches()) {
					this.lists.put(name, list.group(1));
				}
				this.descriptions.put(name, property.path("description").asString(""));
			}
		});
	}

	/// What a record has, in one letter case and without dashes; nothing for another
	/// class. Loaded only where somebody sets it: not every role has it.
	private static Set<String> components(String className) {
		try {
			Class<?> type = Class.forName(className, false, SettingNames.class.getClassLoader());
			return !type.isRecord() ? Set.of()
					: Arrays.stream(type.getRecordComponents())
						.map((component) -> component.getName().toLowerCase(Locale.ROOT))
						.collect(Collectors.toSet());
		}
		catch (ClassNotFoundException ex) {
			return Set.of();
		}
	}

	/// The names of this version; empty where it was built without metadata.
	static Optional<SettingNames> ofThisVersion(ClassLoader classLoader) {
		try {
			for (URL each : Collections.list(classLoader.getResources(METADATA))) {
				try (InputStream input = each.openStream()) {
					SettingNames names = new SettingNames(JsonMapper.shared().readTree(input));
					// ours comes before those of the libraries: most often it is the
					// first
					if (!names.names.isEmpty()) {
						return Optional.of(names);
					}
				}
			}
			return Optional.empty();
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The configuration metadata can't be read", ex);
		}
	}

	/// What the setting is, and in most cases what it takes; empty where nothing says it.
	String description(ConfigurationPropertyName name) {
		return this.descriptions.getOrDefault(name, "");
	}

	boolean contain(ConfigurationPropertyName name) {
		if (isOfRecord(name)) {
			return true;
		}
		ConfigurationPropertyName setting = name;
		while (setting.isLastElementIndexed()) {
			setting = setting.getParent();
		}
		return this.names.contains(setting)
				|| this.maps.stream().anyMatch((map) -> map.equals(name) || map.isAncestorOf(name));
	}

	/// Whether it is e.g. `tokens[0].name`, or an entry of such a list.
	private boolean isOfRecord(ConfigurationPropertyName name) {
		ConfigurationPropertyName part = name;
		while (part.isLastElementIndexed()) {
			part = part.getParent();
		}
		ConfigurationPropertyName element = part.getParent();
		if (element.isEmpty() || !element.isLastElementIndexed()) {
			return false;
		}
		String type = this.lists.get(element.getParent());
		return type != null && components(type).contains(lastLetters(part));
	}

	/// The settings that were most likely meant: misspelt by little, or named without
	/// what
	/// they are part of.
	List<String> near(ConfigurationPropertyName name) {
		String wrong = letters(name);
		return this.names.stream().filter((right) -> {
			String letters = letters(right);
			return distance(letters, wrong) <= Math.max(2, wrong.length() / 5)
					|| lastLetters(right).equals(lastLetters(name)) || right.isAncestorOf(name);
		})
			.sorted(Comparator.comparingInt((ConfigurationPropertyName right) -> distance(letters(right), wrong)))
			.limit(3)
			.map(ConfigurationPropertyName::toString)
			.toList();
	}

	@Override
	public String toString() {
		return String.join(", ", this.names.stream().map(ConfigurationPropertyName::toString).toList());
	}

	/// A name without what is the same in all, and without what does not count.
	private static String letters(ConfigurationPropertyName name) {
		StringBuilder letters = new StringBuilder();
		for (int element = ROOT.getNumberOfElements(); element < name.getNumberOfElements(); element++) {
			letters.append(name.getElement(element, ConfigurationPropertyName.Form.UNIFORM));
		}
		return letters.toString();
	}

	private static String lastLetters(ConfigurationPropertyName name) {
		return name.getLastElement(ConfigurationPropertyName.Form.UNIFORM);
	}

	/// How many letters have to be added, dropped or changed (Levenshtein).
	private static int distance(String one, String other) {
		int[] row = new int[other.length() + 1];
		for (int column = 0; column <= other.length(); column++) {
			row[column] = column;
		}
		for (int line = 1; line <= one.length(); line++) {
			int diagonal = row[0];
			row[0] = line;
			for (int column = 1; column <= other.length(); column++) {
				int changed = diagonal + ((one.charAt(line - 1) == other.charAt(column - 1)) ? 0 : 1);
				diagonal = row[column];
				row[column] = Math.min(changed, 1 + Math.min(row[column - 1], row[column]));
			}
		}
		return row[other.length()];
	}

}
