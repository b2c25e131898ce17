package io.slicemeter.sampling;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RevisionsTests {

	private final FakeTime time = new FakeTime();

	@Test
	void countUpWithinOneMicrosecondToo() {
		Revisions revisions = new Revisions(this.time, 0);
		long first = revisions.next();
		assertThat(revisions.next()).isEqualTo(first + 1);
		this.time.passes(Duration.ofSeconds(1));
		assertThat(revisions.next()).isEqualTo(first + 1_000_000);
	}

	@Test
	void countUpOverARestartThoughTheWallClockSteppedBack() {
		long earlier = new Revisions(this.time, 0).next() + Duration.ofHours(1).toNanos() / 1000;
		assertThat(new Revisions(this.time, earlier).next()).isEqualTo(earlier + 1);
	}

}
