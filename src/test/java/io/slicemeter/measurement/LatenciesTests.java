package io.slicemeter.measurement;

import java.time.Instant;
import java.util.Random;
import java.util.stream.LongStream;

import io.slicemeter.measurement.LatencyFigures.Bar;
import io.slicemeter.measurement.LatencyFigures.Spread;
import io.slicemeter.timeseries.RequestRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

class LatenciesTests {

	private final Latencies latencies = new Latencies();

	@Test
	void percentilesAreExactToThreeDigits() {
		Random random = new Random(42);
		long[] micros = LongStream.generate(() -> 100 + (long) (random.nextDouble() * random.nextDouble() * 5_000_000))
			.limit(100_000)
			.toArray();
		for (long each : micros) {
			add(Outcome.OK, each);
		}
		long[] sorted = LongStream.of(micros).sorted().toArray();
		Spread spread = this.latencies.figures(10).latency();
		assertThat(spread.p50()).isCloseTo(exact(sorted, 50), withinPercentage(0.1));
		assertThat(spread.p90()).isCloseTo(exact(sorted, 90), withinPercentage(0.1));
		assertThat(spread.p95()).isCloseTo(exact(sorted, 95), withinPercentage(0.1));
		assertThat(spread.p99()).isCloseTo(exact(sorted, 99), withinPercentage(0.1));
		assertThat(spread.p999()).isCloseTo(exact(sorted, 99.9), withinPercentage(0.1));
		assertThat(spread.max()).isCloseTo(sorted[sorted.length - 1] / 1e6, withinPercentage(0.1));
		assertThat(spread.mean()).isCloseTo(LongStream.of(micros).average().orElseThrow() / 1e6, withinPercentage(0.1));
	}

	@Test
	void timeoutsCountAsLongAsTheyLastedAndRefusalsNotAtAll() {
		add(Outcome.OK, 1_000);
		add(Outcome.HTTP_ERROR, 2_000);
		add(Outcome.TIMEOUT, 9_000_000);
		add(Outcome.REFUSED, 10);
		LatencyFigures figures = this.latencies.figures(2);
		assertThat(figures.count()).isEqualTo(4);
		assertThat(figures.errors()).isEqualTo(3);
		assertThat(figures.timeouts()).isEqualTo(1);
		assertThat(figures.outcomes()).containsEntry("http-error", 1L).containsEntry("refused", 1L);
		assertThat(figures.throughputPerSecond()).isEqualTo(1);
		assertThat(figures.latency().count()).isEqualTo(3);
		assertThat(figures.latency().max()).isCloseTo(9, withinPercentage(0.1));
		assertThat(figures.histogram().stream().mapToLong(Bar::count).sum()).isEqualTo(3);
	}

	@Test
	void nothingHasNoFigures() {
		LatencyFigures figures = this.latencies.figures(0);
		assertThat(figures.latency()).isEqualTo(new Spread(0, null, null, null, null, null, null, null));
		assertThat(figures.throughputPerSecond()).isNull();
		assertThat(figures.histogram()).isEmpty();
	}

	@Test
	void whatIsStoredComesBack() {
		add(Outcome.OK, 50_123);
		add(Outcome.TIMEOUT, 9_000_000);
		Latencies back = Latencies.of(this.latencies.stored());
		assertThat(back.figures(1)).isEqualTo(this.latencies.figures(1));
		assertThat(Latencies.of(Latencies.Stored.NOTHING).count()).isZero();
	}

	private static double exact(long[] sorted, double percentile) {
		return sorted[(int) Math.ceil(sorted.length * percentile / 100) - 1] / 1e6;
	}

	private void add(Outcome outcome, long micros) {
		this.latencies.add(new RequestRecord(0, Instant.EPOCH, micros * 1000, micros * 1000, 5, null, outcome.label()));
	}

}
