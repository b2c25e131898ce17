package io.slicemeter.timeseries;

import java.time.Duration;

/// How many samples the next transaction takes: twice as many as the last one as long as
/// it was full and quick, half as many after a slow or failed one.
final class BatchSize {

	private static final int FIRST = 1_000;

	private static final int LEAST = 100;

	private static final Duration QUICK = Duration.ofSeconds(1);

	private static final Duration SLOW = Duration.ofSeconds(5);

	private final int most;

	private int samples;

	BatchSize(int most) {
		this.most = most;
		this.samples = Math.min(FIRST, most);
	}

	int samples() {
		return this.samples;
	}

	void written(int samples, Duration time) {
		if (time.compareTo(SLOW) > 0) {
			failed();
		}
		else if (samples >= this.samples && time.compareTo(QUICK) < 0) {
			this.samples = Math.min(this.samples * 2, this.most);
		}
	}

	/// Not one row of a batch could be stored: good rows tell whether it is the rows.
	void allBad() {
		this.samples = Math.min(this.samples * 2, this.most);
	}

	void failed() {
		this.samples = Math.max(this.samples / 2, Math.min(LEAST, this.most));
	}

}
