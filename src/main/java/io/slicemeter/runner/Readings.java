package io.slicemeter.runner;

import java.util.Arrays;
import java.util.OptionalLong;

/// What was read of one cgroup at one moment: for each metric a value or nothing. Made
/// once and refilled at every tick, so that reading allocates nothing; [#copy()] is what
/// is handed on.
///
/// Not thread-safe: belongs to the thread that reads.
@SuppressWarnings("EnumOrdinal") // a place in an array that lives no longer than the
									// process
public final class Readings {

	private static final int SIZE = Metric.values().length;

	private final long[] values;

	private long present;

	public Readings() {
		this(new long[SIZE], 0);
	}

	private Readings(long[] values, long present) {
		this.values = values;
		this.present = present;
	}

	/// Forgets everything.
	public void clear() {
		this.present = 0;
	}

	/// Sets the value of a metric that is read.
	/// @param value the value, not negative
	public void set(Metric metric, long value) {
		if (metric == Metric.CPU_MILLICORES) {
			throw new IllegalArgumentException("cpuMillicores is derived, not read");
		}
		if (value < 0) {
			throw new IllegalArgumentException(metric.jsonName() + " can't be negative: " + value);
		}
		this.values[metric.ordinal()] = value;
		this.present |= bit(metric);
	}

	/// Adds to a metric, which counts as 0 where it was absent. A sum above 2^63-1 makes
	/// the metric absent.
	public void add(Metric metric, long value) {
		long sum = has(metric) ? this.values[metric.ordinal()] + value : value;
		if (sum < 0) {
			remove(metric);
			return;
		}
		set(metric, sum);
	}

	public void remove(Metric metric) {
		this.present &= ~bit(metric);
	}

	public boolean has(Metric metric) {
		return (this.present & bit(metric)) != 0;
	}

	public boolean isEmpty() {
		return this.present == 0;
	}

	/// The value of a metric that is there; ask [#has(Metric)] first.
	public long get(Metric metric) {
		if (!has(metric)) {
			throw new IllegalStateException(metric.jsonName() + " is absent");
		}
		return this.values[metric.ordinal()];
	}

	/// The value of a metric, if there is one. For places that are not hot.
	public OptionalLong find(Metric metric) {
		return has(metric) ? OptionalLong.of(get(metric)) : OptionalLong.empty();
	}

	/// A copy of its own, for handing on.
	public Readings copy() {
		return new Readings(this.values.clone(), this.present);
	}

	/// Takes over everything from other readings.
	public void copyFrom(Readings other) {
		System.arraycopy(other.values, 0, this.values, 0, SIZE);
		this.present = other.present;
	}

	private static long bit(Metric metric) {
		return 1L << metric.ordinal();
	}

	@Override
	public boolean equals(Object other) {
		if (!(other instanceof Readings that) || this.present != that.present) {
			return false;
		}
		return Metric.read().stream().allMatch((metric) -> !has(metric) || get(metric) == that.get(metric));
	}

	@Override
	public int hashCode() {
		return Arrays.hashCode(Metric.read().stream().mapToLong((metric) -> has(metric) ? get(metric) : -1).toArray());
	}

	@Override
	public String toString() {
		StringBuilder text = new StringBuilder("{");
		for (Metric metric : Metric.read()) {
			if (has(metric)) {
				text.append((text.length() > 1) ? ", " : "").append(metric.jsonName()).append('=').append(get(metric));
			}
		}
		return text.append('}').toString();
	}

}
