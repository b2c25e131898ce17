package io.slicemeter.web;

import java.math.BigDecimal;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CsvTablesTests {

	@Test
	void numbersAndTimesAreWrittenAsTheyAre() {
		assertThat(CsvTables.cell(null)).isEmpty();
		assertThat(CsvTables.cell(-5L)).isEqualTo("-5");
		assertThat(CsvTables.cell(new BigDecimal("-0.5"))).isEqualTo("-0.5");
		assertThat(CsvTables.cell(Instant.parse("2026-01-01T00:00:00Z"))).isEqualTo("2026-01-01T00:00:00Z");
	}

	@Test
	void aTextThatASpreadsheetWouldRunIsMadeHarmless() {
		assertThat(CsvTables.cell("=1+1")).isEqualTo("'=1+1");
		assertThat(CsvTables.cell("+1")).isEqualTo("'+1");
		assertThat(CsvTables.cell("-1")).isEqualTo("'-1");
		assertThat(CsvTables.cell("@a")).isEqualTo("'@a");
		assertThat(CsvTables.cell("\tx")).isEqualTo("'\tx");
	}

	@Test
	void separatorsQuotesAndLineEndsAreQuoted() {
		assertThat(CsvTables.cell("a,b")).isEqualTo("\"a,b\"");
		assertThat(CsvTables.cell("a\"b")).isEqualTo("\"a\"\"b\"");
		assertThat(CsvTables.cell("a\nb")).isEqualTo("\"a\nb\"");
		assertThat(CsvTables.cell("plain")).isEqualTo("plain");
	}

}
