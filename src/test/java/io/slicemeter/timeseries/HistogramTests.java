package io.slicemeter.timeseries;

import java.util.Arrays;
import java.util.Objects;
import java.util.Random;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HistogramTests {

	/// As `bin_of` in the database does.
	private static int bin(double value) {
		return (value < 1) ? 0 : 1 + (int) Math.floor(Math.log(value) * 16 / Math.log(2));
	}

	@RepeatedTest(5)
	void aPercentileIsOffByNoMoreThanABin(RepetitionInfo repetition) {
		Random random = new Random(repetition.getCurrentRepetition());
		double[] values = random.doubles(5000).map((value) -> Math.exp(value * 20)).toArray();
		Histogram histogram = new Histogram();
		for (double value : values) {
			histogram.add(bin(value), 1);
		}
		Arrays.sort(values);
		for (double share : new double[] { 0.01, 0.5, 0.95, 0.99 }) {
			double exact = values[(int) (share * values.length)];
			assertThat(Objects.requireNonNull(histogram.percentile(share, values[0], values[4999]))).isCloseTo(exact,
					Percentage.withPercentage(4.5));
		}
	}

	@Test
	void noPercentileLiesOutsideTheExtremes() {
		Histogram histogram = new Histogram();
		histogram.add(bin(1000), 10);
		assertThat(histogram.percentile(0.01, 1000, 1000)).isEqualTo(1000);
		assertThat(histogram.percentile(0.99, 1000, 1000)).isEqualTo(1000);
	}

	@Test
	void withoutALookThereIsNoPercentile() {
		assertThat(new Histogram().percentile(0.5, 0, 1)).isNull();
	}

	@Test
	void whatIsBelowOneLiesInTheFirstBin() {
		Histogram histogram = new Histogram();
		histogram.add(bin(0), 99);
		histogram.add(bin(2048), 1);
		assertThat(Objects.requireNonNull(histogram.percentile(0.5, 0, 2048))).isBetween(0.0, 1.0);
		assertThat(Objects.requireNonNull(histogram.percentile(1, 0, 2048))).isEqualTo(2048);
	}

}
