package io.slicemeter.demo;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What each phase looks like to the one who meters it.
class PhaseTests {

	private static final Limits LIMITS = new Limits(Limit.of(2000), Limit.of(1L << 30), Limit.of(512));

	static Stream<Phase> phases() {
		return Stream.of(new Phase.Idle(60), new Phase.Download(30, 20 * Phase.MIB),
				new Phase.Compile(90, 3, 800 * Phase.MIB), new Phase.Test(60, 1.2, 500 * Phase.MIB),
				new Phase.Upload(20, 10 * Phase.MIB), new Phase.Leak(600, 2 * Phase.MIB),
				new Phase.Think(120, 300 * Phase.MIB));
	}

	@ParameterizedTest
	@MethodSource("phases")
	void theSameSeedMakesTheSameFigures(Phase phase) {
		assertThat(lived(phase, 7)).isEqualTo(lived(phase, 7));
		assertThat(lived(phase, 8)).isNotEqualTo(lived(phase, 7));
	}

	@ParameterizedTest
	@MethodSource("phases")
	void countersNeverFallAndLimitsHold(Phase phase) {
		Counters counters = new Counters(LIMITS);
		Random random = new Random(1);
		Readings before = counters.readings();
		for (double at = 0; at < phase.seconds(); at += 0.5) {
			counters.advance(phase.demand(at, random), 0.5, random);
			Readings now = counters.readings();
			for (Metric metric : Metric.read()) {
				if (metric.isCounter()) {
					assertThat(now.get(metric)).as(metric.jsonName()).isGreaterThanOrEqualTo(before.get(metric));
				}
			}
			assertThat(now.get(Metric.CPU_USAGE_USEC) - before.get(Metric.CPU_USAGE_USEC))
				.isLessThanOrEqualTo(1_000_001);
			assertThat(now.get(Metric.MEMORY_CURRENT_BYTES)).isLessThanOrEqualTo(1L << 30);
			assertThat(now.get(Metric.MEMORY_PEAK_BYTES)).isGreaterThanOrEqualTo(now.get(Metric.MEMORY_CURRENT_BYTES));
			before = now;
		}
	}

	@Test
	void aCompileBurstIsThrottledAndAnIdleRunnerIsNot() {
		Readings compiled = lived(new Phase.Compile(90, 3, 800 * Phase.MIB), 1);
		assertThat(compiled.get(Metric.CPU_THROTTLED_PERIODS)).isPositive();
		assertThat(compiled.get(Metric.CPU_PRESSURE_SOME_USEC)).isPositive();
		assertThat(compiled.get(Metric.CPU_USAGE_USEC)).isGreaterThan(90_000_000);
		Readings idle = lived(new Phase.Idle(60), 1);
		assertThat(idle.get(Metric.CPU_THROTTLED_PERIODS)).isZero();
		assertThat(idle.get(Metric.CPU_USAGE_USEC)).isBetween(1L, 2_000_000L);
	}

	@Test
	void aDownloadShowsInTheNetworkTheDiskAndThePageCache() {
		Readings readings = lived(new Phase.Download(30, 20 * Phase.MIB), 1);
		assertThat(readings.get(Metric.NETWORK_RECEIVED_BYTES)).isGreaterThan(300_000_000);
		assertThat(readings.get(Metric.IO_WRITE_BYTES)).isGreaterThan(200_000_000);
		assertThat(readings.get(Metric.MEMORY_FILE_BYTES)).isGreaterThan(200_000_000);
		assertThat(readings.get(Metric.MEMORY_BYTES)).isLessThan(readings.get(Metric.MEMORY_CURRENT_BYTES));
	}

	@Test
	void anUploadIsSent() {
		assertThat(lived(new Phase.Upload(20, 10 * Phase.MIB), 1).get(Metric.NETWORK_SENT_BYTES))
			.isGreaterThan(100_000_000);
	}

	@Test
	void aLeakGrowsUntilTheOomKillerComes() {
		Counters counters = new Counters(LIMITS);
		Random random = new Random(1);
		Phase leak = new Phase.Leak(600, 2 * Phase.MIB);
		double at = 0;
		while (at < leak.seconds() && !counters.advance(leak.demand(at, random), 1, random)) {
			at++;
		}
		assertThat(leak.fatalWhenKilled()).isTrue();
		assertThat(at).isBetween(400.0, 520.0);
		assertThat(counters.readings().get(Metric.OOM_KILLS)).isOne();
		assertThat(counters.readings().get(Metric.MEMORY_PRESSURE_SOME_USEC)).isPositive();
		assertThat(counters.readings().get(Metric.MEMORY_PEAK_BYTES)).isEqualTo(1L << 30);
	}

	@Test
	void anAgentWaitsMostOfItsTimeAndWorksNowAndThen() {
		Phase think = new Phase.Think(120, 300 * Phase.MIB);
		Random random = new Random(1);
		List<Double> cores = Stream.iterate(0.0, (at) -> at < 120, (at) -> at + 1)
			.map((at) -> think.demand(at, random).cores())
			.toList();
		assertThat(cores).anyMatch((busy) -> busy > 0.4);
		assertThat(cores.stream().filter((busy) -> busy < 0.1).count()).isGreaterThan(80);
	}

	@Test
	void testSuitesAlternateBetweenSetUpAndWork() {
		Phase test = new Phase.Test(60, 1.2, 500 * Phase.MIB);
		Random random = new Random(1);
		assertThat(test.demand(1, random).cores()).isLessThan(0.3);
		assertThat(test.demand(8, random).cores()).isGreaterThan(0.9);
	}

	@ParameterizedTest
	@MethodSource("phases")
	void aFasterPaceShortensIt(Phase phase) {
		assertThat(phase.paced(4).seconds()).isEqualTo(phase.seconds() / 4);
	}

	private static Readings lived(Phase phase, long seed) {
		Counters counters = new Counters(LIMITS);
		Random random = new Random(seed);
		for (double at = 0; at < phase.seconds(); at += 0.5) {
			counters.advance(phase.demand(at, random), 0.5, random);
		}
		return counters.readings();
	}

}
