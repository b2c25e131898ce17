package io.slicemeter.deploy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.slicemeter.testing.TestDatabase;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/// What the chapter "Sizing" of the documentation promises of rows is what they take.
class SizingIT {

	private static final int ROWS = 20_000;

	/// Elements of the histograms of an hour's row: a quiet runner has few, a busy one
	/// has
	/// some dozens.
	private static final int BINS = 24;

	private static final Pattern ROW = Pattern.compile("\\| (sample|minute|hour) \\| (\\d+) \\| (\\d+) \\|");

	private static final Pattern FLEET = Pattern
		.compile("\\| ([\\d,]+) hosts? \\| ([\\d,]+) \\| ([\\d.]+) GB \\| ([\\d,.]+) GB \\| ([\\d,.]+) GB \\|");

	private static final int RUNNERS = 20;

	private static String chapter;

	private static JdbcClient database;

	@BeforeAll
	static void fill() throws IOException {
		String operations = Files.readString(Path.of("docs/operations.md"));
		chapter = operations.substring(operations.indexOf("## Sizing"), operations.indexOf("## Backup"));
		PGSimpleDataSource dataSource = TestDatabase.EMBEDDED.migrated();
		database = JdbcClient.create(dataSource);
		for (String table : List.of("run_sample", "run_minute", "run_hour")) {
			database.sql("select make_partition(?, ?)").param(table).param(today()).query((_) -> {
			});
			fill(table);
		}
	}

	/// As agents and maintenance fill it: the rows of many runs in turn, every value
	/// there.
	private static void fill(String table) {
		List<String> columns = database.sql("""
				select attname from pg_attribute
				where attrelid = ?::regclass and attnum > 0 and not attisdropped order by attnum
				""").param(table).query(String.class).list();
		String values = columns.stream().map((column) -> switch (column) {
			case "at" -> "cast(? as timestamptz) + n / 20 * interval '2 seconds'";
			case "run_id" -> "n % 20";
			case "closing" -> "false";
			default -> {
				boolean bins = column.endsWith("_bins") || column.endsWith("_looks");
				yield bins ? "array_fill(1::int, array[%d])".formatted(BINS)
						: (column.startsWith("covered_from") || column.startsWith("covered_to")) ? "now()" : "1";
			}
		}).collect(Collectors.joining(", "));
		database
			.sql("insert into %s (%s) select %s from generate_series(1, %d) as n".formatted(table,
					String.join(", ", columns), values, ROWS))
			.param(today().atStartOfDay().atOffset(ZoneOffset.UTC))
			.update();
	}

	private static LocalDate today() {
		return LocalDate.now(ZoneOffset.UTC);
	}

	@Test
	void rowsTakeWhatItSays() {
		List<MatchResult> rows = ROW.matcher(chapter).results().toList();
		assertThat(rows).hasSize(3).allSatisfy((row) -> {
			String partition = "run_%s_%s".formatted(row.group(1), today().toString().replace("-", ""));
			assertThat(bytes("pg_relation_size", partition)).as("bytes of a row of %s", partition)
				.isCloseTo(Double.parseDouble(row.group(2)), within(0.05 * Double.parseDouble(row.group(2))));
			assertThat(bytes("pg_indexes_size", partition)).as("bytes of a key of %s", partition)
				.isCloseTo(Double.parseDouble(row.group(3)), within(0.15 * Double.parseDouble(row.group(3))));
		});
	}

	private static double bytes(String function, String partition) {
		return database.sql("select %s('%s')".formatted(function, partition)).query(Long.class).single()
				/ (double) ROWS;
	}

	@Test
	void fleetsTakeWhatFollowsFromIt() {
		List<Long> bytes = ROW.matcher(chapter)
			.results()
			.map((row) -> Long.parseLong(row.group(2)) + Long.parseLong(row.group(3)))
			.toList();
		assertThat(FLEET.matcher(chapter).results().toList()).hasSize(4).allSatisfy((fleet) -> {
			double series = number(fleet.group(1)) * (RUNNERS + 2);
			assertThat(number(fleet.group(2))).isEqualTo(series / 2);
			double rawADay = series / 2 * 86_400 * bytes.get(0) / 1e9;
			assertAbout(fleet.group(3), rawADay);
			assertAbout(fleet.group(4), rawADay * 7);
			assertAbout(fleet.group(5), series * (1_440 * 30 * bytes.get(1) + 24 * 400 * bytes.get(2)) / 1e9);
		});
	}

	private static void assertAbout(String told, double gigabytes) {
		assertThat(number(told)).isCloseTo(gigabytes, within(0.1 * gigabytes));
	}

	private static double number(String text) {
		return Double.parseDouble(text.replace(",", ""));
	}

}
