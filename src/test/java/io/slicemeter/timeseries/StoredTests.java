package io.slicemeter.timeseries;

import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

import static io.slicemeter.timeseries.Resolution.HOURS;
import static io.slicemeter.timeseries.Resolution.MINUTES;
import static io.slicemeter.timeseries.Resolution.RAW;
import static org.assertj.core.api.Assertions.assertThat;

/// Where ranges are cut. Times are minutes.
class StoredTests {

	private static final long MINUTE = MINUTES.widthUsec();

	private static final long DAY = 1440;

	/// Samples from day 93 on, minutes from day 70, hours from day 0; it is 10:20 of day
	/// 100.
	private static final Stored STORED = new Stored(93 * DAY * MINUTE, 70 * DAY * MINUTE, (100 * DAY + 618) * MINUTE, 0,
			(100 * DAY + 600) * MINUTE);

	private static List<Segment> segments(double from, double to, Resolution coarsest) {
		return STORED.segments(Math.round(from * MINUTE), Math.round(to * MINUTE), coarsest);
	}

	private static Segment segment(Resolution resolution, double from, double to, boolean afterRollup) {
		return new Segment(resolution, Math.round(from * MINUTE), Math.round(to * MINUTE), afterRollup);
	}

	@Test
	void wholeBucketsAreToldByTheCoarsestAndTheEndsByFinerOnes() {
		double now = 100 * DAY + 620;
		assertThat(segments(99 * DAY + 30.5, now, HOURS)).containsExactly(
				segment(RAW, 99 * DAY + 30.5, 99 * DAY + 31, false),
				segment(MINUTES, 99 * DAY + 31, 99 * DAY + 60, false),
				segment(HOURS, 99 * DAY + 60, 100 * DAY + 600, true),
				segment(MINUTES, 100 * DAY + 600, 100 * DAY + 618, true), segment(RAW, 100 * DAY + 618, now, true));
	}

	@Test
	void samplesAreAskedAloneWhereNothingCoarserFits() {
		assertThat(segments(99 * DAY, 99 * DAY + 5, RAW)).containsExactly(segment(RAW, 99 * DAY, 99 * DAY + 5, false));
		assertThat(segments(99 * DAY + 0.2, 99 * DAY + 0.8, HOURS))
			.containsExactly(segment(RAW, 99 * DAY + 0.2, 99 * DAY + 0.8, false));
	}

	@Test
	void whatIsGoneIsToldByTheFinestThatIsLeft() {
		assertThat(segments(80 * DAY + 0.5, 80 * DAY + 1.5, RAW))
			.containsExactly(segment(MINUTES, 80 * DAY + 0.5, 80 * DAY + 1.5, false));
		assertThat(segments(69 * DAY + 10, 70 * DAY + 1, MINUTES)).containsExactly(
				segment(HOURS, 69 * DAY + 10, 70 * DAY, false), segment(MINUTES, 70 * DAY, 70 * DAY + 1, true));
		assertThat(segments(-5 * DAY, -4 * DAY, HOURS)).isEmpty();
	}

	@Test
	void withoutRollupsSamplesTellAll() {
		assertThat(Stored.SAMPLES.segments(0, DAY * MINUTE, HOURS)).containsExactly(segment(RAW, 0, DAY, false));
	}

	@RepeatedTest(20)
	void aRangeIsToldWithoutGapsAndWithoutOverlaps(RepetitionInfo repetition) {
		Random random = new Random(repetition.getCurrentRepetition());
		long from = random.nextLong(101 * DAY * MINUTE);
		long to = from + 1 + random.nextLong(101 * DAY * MINUTE - from + 5);
		for (Resolution coarsest : Resolution.values()) {
			long reached = from;
			for (Segment segment : STORED.segments(from, to, coarsest)) {
				assertThat(segment.fromUsec()).isEqualTo(reached);
				assertThat(segment.toUsec()).isGreaterThan(reached);
				reached = segment.toUsec();
			}
			assertThat(reached).isEqualTo(to);
		}
	}

}
