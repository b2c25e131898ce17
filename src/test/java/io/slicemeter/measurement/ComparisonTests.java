package io.slicemeter.measurement;

import java.util.Random;

import io.slicemeter.measurement.Comparison.Difference;
import io.slicemeter.measurement.Comparison.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class ComparisonTests {

	@org.junit.jupiter.api.Test
	void theSameDistributionIsNotSignificant() {
		Test test = Comparison.test(normal(1, 0.05, 2000), normal(2, 0.05, 2000));
		assertThat(test.significant()).isFalse();
		assertThat(test.probabilityThatBIsSlower()).isCloseTo(0.5, within(0.05));
	}

	@org.junit.jupiter.api.Test
	void aSlowerOneIs() {
		Test test = Comparison.test(normal(1, 0.05, 500), normal(2, 0.06, 400));
		assertThat(test.significant()).isTrue();
		assertThat(test.pValue()).isLessThan(1e-6);
		assertThat(test.probabilityThatBIsSlower()).isGreaterThan(0.7);
		assertThat(test.samplesA()).isEqualTo(500);
		assertThat(test.samplesB()).isEqualTo(400);
	}

	@org.junit.jupiter.api.Test
	void withoutLatenciesThereIsNoTest() {
		assertThat(Comparison.test(new double[0], new double[] { 1 })).isNull();
	}

	@org.junit.jupiter.api.Test
	void differencesAreOfTheOtherToTheOne() {
		assertThat(Difference.of(2.0, 3.0)).isEqualTo(new Difference(2.0, 3.0, 1.0, 1.5));
		assertThat(Difference.of(0.0, 3.0).ratio()).isNull();
		assertThat(Difference.of(null, 3.0)).isEqualTo(new Difference(null, 3.0, null, null));
	}

	private static double[] normal(long seed, double mean, int count) {
		Random random = new Random(seed);
		return random.doubles(count).map((_) -> mean + 0.01 * random.nextGaussian()).toArray();
	}

}
