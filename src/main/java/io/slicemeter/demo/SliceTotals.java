package io.slicemeter.demo;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

import org.jspecify.annotations.Nullable;

/// What the kernel has counted of one slice: its living runs, those that are over, and a
/// little of its own that no run accounts for.
final class SliceTotals {

	private static final double USEC = 1_000_000;

	/// What the slice uses beside its runs, e.g. while containers are made.
	private static final double OWN_CORES = 0.004;

	private static final long OWN_BYTES = 3 << 20;

	/// What a run leaves behind in its slice. Networks are no business of slices.
	private static final Set<Metric> KEPT = EnumSet.of(Metric.CPU_USAGE_USEC, Metric.CPU_USER_USEC,
			Metric.CPU_SYSTEM_USEC, Metric.OOM_KILLS, Metric.IO_READ_BYTES, Metric.IO_WRITE_BYTES, Metric.IO_READS,
			Metric.IO_WRITES);

	private static final Set<Metric> LEVELS = EnumSet.of(Metric.MEMORY_CURRENT_BYTES, Metric.MEMORY_BYTES,
			Metric.MEMORY_ANON_BYTES, Metric.MEMORY_FILE_BYTES, Metric.MEMORY_KERNEL_BYTES, Metric.MEMORY_SHMEM_BYTES,
			Metric.MEMORY_SWAP_BYTES, Metric.PIDS);

	private final DemoSlice slice;

	private final Readings ended = new Readings();

	private double ownUsec;

	private double cpuStallUsec;

	private double otherStallUsec;

	private long peakBytes;

	private Collection<Life> living = Set.of();

	/// Null where time has passed since.
	private @Nullable Readings readings;

	SliceTotals(DemoSlice slice) {
		this.slice = slice;
		for (Metric metric : KEPT) {
			this.ended.set(metric, 0);
		}
	}

	DemoSlice slice() {
		return this.slice;
	}

	/// A run of it is over.
	void ended(Life life) {
		this.readings = null;
		Readings last = life.readings();
		for (Metric metric : KEPT) {
			this.ended.add(metric, last.get(metric));
		}
	}

	/// Lets time pass.
	/// @param living all living runs of the fleet, now and later
	void advance(Collection<Life> living, double seconds) {
		this.ownUsec += OWN_CORES * seconds * USEC;
		double without = 1;
		for (Life life : living) {
			if (life.container().kind().slice() == this.slice) {
				without *= 1 - life.cpuStallShare() / 2;
			}
		}
		this.cpuStallUsec += (1 - without) * seconds * USEC;
		this.otherStallUsec += (1 - without) * 0.1 * seconds * USEC;
		this.living = living;
		this.readings = null;
	}

	private Readings sum() {
		Readings sum = this.ended.copy();
		sum.add(Metric.CPU_USAGE_USEC, (long) this.ownUsec);
		sum.add(Metric.CPU_SYSTEM_USEC, (long) this.ownUsec);
		for (Metric metric : LEVELS) {
			sum.set(metric, 0);
		}
		sum.add(Metric.MEMORY_CURRENT_BYTES, OWN_BYTES);
		sum.add(Metric.MEMORY_BYTES, OWN_BYTES);
		sum.add(Metric.MEMORY_KERNEL_BYTES, OWN_BYTES);
		for (Life life : this.living) {
			if (life.container().kind().slice() == this.slice) {
				Readings now = life.readings();
				KEPT.forEach((metric) -> sum.add(metric, now.get(metric)));
				LEVELS.forEach((metric) -> sum.add(metric, now.get(metric)));
			}
		}
		this.peakBytes = Math.max(this.peakBytes, sum.get(Metric.MEMORY_CURRENT_BYTES));
		sum.set(Metric.MEMORY_PEAK_BYTES, this.peakBytes);
		sum.set(Metric.CPU_PERIODS, 0);
		sum.set(Metric.CPU_THROTTLED_PERIODS, 0);
		sum.set(Metric.CPU_THROTTLED_USEC, 0);
		sum.set(Metric.CPU_PRESSURE_SOME_USEC, (long) this.cpuStallUsec);
		sum.set(Metric.CPU_PRESSURE_FULL_USEC, (long) (this.cpuStallUsec * 0.1));
		sum.set(Metric.MEMORY_PRESSURE_SOME_USEC, (long) this.otherStallUsec);
		sum.set(Metric.MEMORY_PRESSURE_FULL_USEC, (long) (this.otherStallUsec * 0.3));
		sum.set(Metric.IO_PRESSURE_SOME_USEC, (long) (this.otherStallUsec * 1.4));
		sum.set(Metric.IO_PRESSURE_FULL_USEC, (long) (this.otherStallUsec * 0.4));
		return sum;
	}

	/// What a reader of the slice's files would find now.
	Readings readings() {
		Readings now = this.readings;
		if (now == null) {
			now = sum();
			this.readings = now;
		}
		return now;
	}

}
