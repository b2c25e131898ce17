package io.slicemeter.runner;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FiguresTests {

	@ParameterizedTest
	@CsvSource({ "0.0,0", "1.0,1", "1000.0,1000", "12345678.0,12345678", "1.23456,1.235", "0.0004,0", "0.0005,0.001",
			"123456789012.5,123456789012.5", "1e15,1000000000000000" })
	void aFigureHasAtMostThreeDecimalsAndNoExponent(double value, String expected) {
		assertThat(String.valueOf(Figures.rounded(value))).isEqualTo(expected);
	}

	@Test
	void whatIsNoNumberIsAbsent() {
		assertThat(Figures.rounded(null)).isNull();
		assertThat(Figures.rounded(Double.NaN)).isNull();
		assertThat(Figures.rounded(Double.POSITIVE_INFINITY)).isNull();
	}

	@Test
	void everyMetricIsNamedAndAbsentOnesAreNull() {
		Map<String, Number> figures = Figures.byName(Map.of(Metric.PIDS, 3L));
		assertThat(figures).hasSize(Metric.values().length).containsEntry("pids", 3L).containsEntry("ioReads", null);
	}

	@Test
	void limitsTellNoneFromNotKnown() {
		LimitFigures figures = LimitFigures.of(new Limits(Limit.of(1500), Limit.UNLIMITED, null));
		assertThat(figures.cpuMillicores()).isEqualTo(1500);
		assertThat(figures.memoryBytes()).isNull();
		assertThat(figures.pids()).isNull();
		assertThat(figures.unlimited()).containsExactly("memoryBytes");
	}

}
