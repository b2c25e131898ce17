package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;

import io.slicemeter.runner.Metric;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SeriesMeterTests {

	private static final long SECOND = 1_000_000_000L;

	private final SeriesMeter meter = new SeriesMeter(Duration.ofSeconds(2));

	@Test
	void nothingIsKnownAtFirstSight() {
		assertThat(next(10 * SECOND, 5_000_000)).isEqualTo(new SeriesMeter.Increment(null, null));
	}

	@Test
	void aSeenStartCountsFromZero() {
		this.meter.beginsAt(10 * SECOND);
		assertThat(next(11 * SECOND, 500_000)).isEqualTo(new SeriesMeter.Increment(1_000_000L, 500.0));
	}

	@Test
	void useIsTheIncreaseOverTheTimeBetweenTheTwoReadings() {
		next(10 * SECOND, 0);
		assertThat(next(12 * SECOND, 3_000_000)).isEqualTo(new SeriesMeter.Increment(2_000_000L, 1500.0));
	}

	@Test
	void eightBusyCoresAreNotCapped() {
		next(0, 0);
		assertThat(next(2 * SECOND, 16_000_000).cpuMillicores()).isEqualTo(8000.0);
	}

	@Test
	void coveredTimeEndsAtOneAndAHalfIntervals() {
		next(0, 0);
		SeriesMeter.Increment increment = next(60 * SECOND, 6_000_000);
		assertThat(increment.coveredUsec()).isEqualTo(3_000_000);
		assertThat(increment.cpuMillicores()).isEqualTo(100.0);
	}

	@Test
	void aCounterThatWentBackTellsNoUse() {
		next(0, 5_000_000);
		assertThat(next(2 * SECOND, 4_000_000)).isEqualTo(new SeriesMeter.Increment(2_000_000L, null));
		assertThat(next(4 * SECOND, 4_500_000).cpuMillicores()).isEqualTo(250.0);
	}

	@Test
	void noTimeBetweenTwoReadingsTellsNoUse() {
		next(2 * SECOND, 0);
		assertThat(next(2 * SECOND, 100)).isEqualTo(new SeriesMeter.Increment(0L, null));
	}

	@Test
	void aMissingCounterTellsNoUseThenAndAtTheNextReading() {
		next(0, 1_000_000);
		Moment without = moment(2 * SECOND, 2 * SECOND);
		assertThat(this.meter.next(without)).isEqualTo(new SeriesMeter.Increment(2_000_000L, null));
		assertThat(next(4 * SECOND, 3_000_000).cpuMillicores()).isNull();
		assertThat(next(6 * SECOND, 4_000_000).cpuMillicores()).isEqualTo(500.0);
	}

	@Test
	void aTimelineThatDisagreesWithArrivalByMoreThanASecondTellsNoUse() {
		this.meter.next(with(moment(0, 0), 0));
		assertThat(this.meter.next(with(moment(5 * SECOND, 2 * SECOND), 1_000_000)))
			.isEqualTo(new SeriesMeter.Increment(2_000_000L, null));
		assertThat(this.meter.next(with(moment(7 * SECOND, 4 * SECOND), 2_000_000)).cpuMillicores()).isEqualTo(500.0);
	}

	private SeriesMeter.Increment next(long nanos, long usageUsec) {
		return this.meter.next(with(moment(nanos, nanos), usageUsec));
	}

	private static Moment moment(long timelineNanos, long arrivedNanos) {
		Moment moment = new Moment();
		moment.stamp(Instant.EPOCH, timelineNanos, arrivedNanos);
		return moment;
	}

	private static Moment with(Moment moment, long usageUsec) {
		moment.readings().set(Metric.CPU_USAGE_USEC, usageUsec);
		return moment;
	}

}
