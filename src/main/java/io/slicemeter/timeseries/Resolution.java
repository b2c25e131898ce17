package io.slicemeter.timeseries;

/// From which rows an answer was made.
public enum Resolution {

	/// The samples themselves.
	RAW("raw", "sample", 0),
	/// What was rolled up by minutes.
	MINUTES("1m", "minute", 60_000_000L),
	/// What was rolled up by hours.
	HOURS("1h", "hour", 3_600_000_000L);

	private final String label;

	private final String suffix;

	private final long widthUsec;

	Resolution(String label, String suffix, long widthUsec) {
		this.label = label;
		this.suffix = suffix;
		this.widthUsec = widthUsec;
	}

	/// As it is shown.
	public String label() {
		return this.label;
	}

	/// How its tables' names end.
	String suffix() {
		return this.suffix;
	}

	/// The width of a bucket, 0 of samples.
	long widthUsec() {
		return this.widthUsec;
	}

	/// The next finer one; samples are the finest.
	Resolution finer() {
		return switch (this) {
			case HOURS -> MINUTES;
			case MINUTES, RAW -> RAW;
		};
	}

	/// The coarsest whose buckets make up buckets of a width.
	static Resolution fitting(long stepUsec) {
		if (stepUsec % HOURS.widthUsec == 0) {
			return HOURS;
		}
		return (stepUsec % MINUTES.widthUsec == 0) ? MINUTES : RAW;
	}

}
