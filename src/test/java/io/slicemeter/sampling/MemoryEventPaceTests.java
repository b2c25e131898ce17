package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MemoryEventPaceTests {

	private static final long MILLIS = 1_000_000;

	private final MemoryEventPace pace = new MemoryEventPace(Duration.ofMillis(100));

	private final TrackedRun run = run('a');

	@Test
	void theFirstEventIsReadAtOnce() {
		assertThat(this.pace.event(this.run, 0)).isTrue();
	}

	@Test
	void hundredsOfEventsCauseOneReadAPeriodAndOneAtItsEnd() {
		int reads = 0;
		for (long millis = 0; millis < 1000; millis += 10) {
			reads += this.pace.event(this.run, millis * MILLIS) ? 1 : 0;
			reads += this.pace.due(millis * MILLIS).size();
		}
		assertThat(reads).isBetween(10, 20);
	}

	@Test
	void whatCameWithinAPeriodIsReadAtItsEnd() {
		this.pace.event(this.run, 0);
		assertThat(this.pace.event(this.run, 30 * MILLIS)).isFalse();
		assertThat(this.pace.dueInNanos(30 * MILLIS)).isEqualTo(70 * MILLIS);
		assertThat(this.pace.due(99 * MILLIS)).isEmpty();
		assertThat(this.pace.due(100 * MILLIS)).containsExactly(this.run);
		assertThat(this.pace.due(300 * MILLIS)).isEmpty();
	}

	@Test
	void aPeriodInWhichNothingCameIsNotRead() {
		this.pace.event(this.run, 0);
		assertThat(this.pace.due(100 * MILLIS)).isEmpty();
		assertThat(this.pace.dueInNanos(101 * MILLIS)).isEqualTo(Long.MAX_VALUE);
	}

	@Test
	void runsDoNotHoldEachOtherBack() {
		this.pace.event(this.run, 0);
		assertThat(this.pace.event(run('b'), 10 * MILLIS)).isTrue();
	}

	private static TrackedRun run(char digit) {
		ContainerId container = Containers.id(digit);
		Lifetime lifetime = new Lifetime(RunKey.ofStart(HostId.of("test"), container, Instant.EPOCH),
				new SliceName("docker"), null);
		return new TrackedRun(lifetime, container, Instant.EPOCH, true,
				new StatisticsReader(new FakeStreams().open(container)), Duration.ofSeconds(2));
	}

}
