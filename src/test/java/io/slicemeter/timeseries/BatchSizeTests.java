package io.slicemeter.timeseries;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BatchSizeTests {

	private final BatchSize size = new BatchSize(5_000);

	@Test
	void growsWithABacklogThatIsWrittenQuickly() {
		for (int round = 0; round < 5; round++) {
			this.size.written(this.size.samples(), Duration.ofMillis(200));
		}
		assertThat(this.size.samples()).isEqualTo(5_000);
	}

	@Test
	void staysWhereThereIsNoBacklog() {
		this.size.written(this.size.samples() - 1, Duration.ofMillis(1));
		assertThat(this.size.samples()).isEqualTo(1_000);
	}

	@Test
	void shrinksWhenWritingIsSlowOrFails() {
		this.size.written(this.size.samples(), Duration.ofSeconds(6));
		assertThat(this.size.samples()).isEqualTo(500);
		for (int round = 0; round < 5; round++) {
			this.size.failed();
		}
		assertThat(this.size.samples()).isEqualTo(100);
	}

	@Test
	void neverExceedsWhatIsAllowed() {
		BatchSize small = new BatchSize(10);
		small.failed();
		assertThat(small.samples()).isEqualTo(10);
	}

}
