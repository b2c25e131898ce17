package io.slicemeter.demo;

import java.util.random.RandomGenerator;

import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

import org.jspecify.annotations.Nullable;

/// What the kernel has counted of one run so far: its demand over time, within its
/// limits.
final class Counters {

	private static final double USEC = 1_000_000;

	/// The kernel looks at a CPU limit every 100 ms.
	private static final double PERIODS_PER_SECOND = 10;

	/// What disks do before tasks wait for them.
	private static final double DISK_BYTES_PER_SECOND = 180 * Phase.MIB;

	private static final double PAGE_BYTES = 4096;

	private static final double ANONYMOUS_SECONDS = 3;

	private static final double FILE_SECONDS = 6;

	/// The part of the page cache that nobody used lately, which the working set leaves
	/// out.
	private static final double INACTIVE_SHARE = 0.6;

	private static final double SYSTEM_SHARE = 0.16;

	/// How full a limit on memory makes tasks wait.
	private static final double TIGHT = 0.9;

	private final double coresLimit;

	private final double memoryLimitBytes;

	private double usageUsec;

	private double systemUsec;

	private double periods;

	private double throttledPeriods;

	private double throttledUsec;

	private double anonymousBytes = 2 * Phase.MIB;

	private double fileBytes = Phase.MIB;

	private double kernelBytes = Phase.MIB;

	private double peakBytes;

	private double receivedBytes;

	private double sentBytes;

	private double readBytes;

	private double writtenBytes;

	private double cpuStallUsec;

	private double memoryStallUsec;

	private double ioStallUsec;

	private double stallShare;

	private long oomKills;

	private int pids = 1;

	Counters(Limits limits) {
		this.coresLimit = limit(limits.cpuMillicores()) / 1000;
		this.memoryLimitBytes = limit(limits.memoryBytes());
	}

	private static double limit(@Nullable Limit limit) {
		return (limit instanceof Limit.Limited(long value)) ? value : Double.POSITIVE_INFINITY;
	}

	/// Lets the run do for a while what it wants.
	/// @return whether the OOM killer ended one of its processes
	boolean advance(Demand demand, double seconds, RandomGenerator random) {
		double wanted = Math.max(0.001, demand.cores() * (1 + 0.06 * random.nextGaussian()));
		advanceCpu(wanted, seconds);
		this.receivedBytes += demand.receivedBytes() * seconds;
		this.sentBytes += demand.sentBytes() * seconds;
		this.readBytes += demand.readBytes() * seconds;
		this.writtenBytes += demand.writtenBytes() * seconds;
		double busyDisk = (demand.readBytes() + demand.writtenBytes()) / DISK_BYTES_PER_SECOND;
		this.ioStallUsec += Math.min(0.6, busyDisk) * seconds * USEC;
		this.pids = demand.pids();
		return advanceMemory(demand, seconds);
	}

	private void advanceCpu(double wanted, double seconds) {
		double granted = Math.min(wanted, this.coresLimit);
		this.usageUsec += granted * seconds * USEC;
		this.systemUsec += granted * seconds * USEC * SYSTEM_SHARE;
		double over = (wanted - granted) / wanted;
		this.stallShare = Math.min(0.95, 0.9 * over + 0.01 * Math.min(1, granted));
		this.cpuStallUsec += this.stallShare * seconds * USEC;
		if (Double.isFinite(this.coresLimit)) {
			double periods = Math.min(1, 0.1 + wanted) * PERIODS_PER_SECOND * seconds;
			this.periods += periods;
			this.throttledPeriods += periods * Math.min(1, 1.8 * over);
			this.throttledUsec += (wanted - granted) * seconds * USEC / 2;
		}
	}

	private boolean advanceMemory(Demand demand, double seconds) {
		this.anonymousBytes += (demand.anonymousBytes() - this.anonymousBytes)
				* (1 - Math.exp(-seconds / ANONYMOUS_SECONDS));
		this.fileBytes += (demand.fileBytes() - this.fileBytes) * (1 - Math.exp(-seconds / FILE_SECONDS));
		this.kernelBytes = Phase.MIB + demand.pids() * 0.11 * Phase.MIB + this.fileBytes * 0.008;
		double beyond = currentBytes() - this.memoryLimitBytes;
		if (beyond > 0) {
			this.fileBytes = Math.max(0.5 * Phase.MIB, this.fileBytes - beyond);
		}
		double current = currentBytes();
		if (current > TIGHT * this.memoryLimitBytes) {
			this.memoryStallUsec += 0.25 * seconds * USEC;
		}
		this.peakBytes = Math.max(this.peakBytes, Math.min(current, this.memoryLimitBytes));
		if (current <= this.memoryLimitBytes) {
			return false;
		}
		this.oomKills++;
		this.anonymousBytes = 0.3 * this.memoryLimitBytes;
		return true;
	}

	private double currentBytes() {
		return this.anonymousBytes + this.fileBytes + this.kernelBytes;
	}

	/// The share of the last moments in which some of its tasks waited for CPU.
	double cpuStallShare() {
		return this.stallShare;
	}

	/// What a reader of the kernel's files would find now; of the derived figures only
	/// the
	/// working set.
	Readings readings() {
		Readings into = totals();
		long anonymous = pages(this.anonymousBytes);
		long file = pages(this.fileBytes);
		long kernel = pages(this.kernelBytes);
		long current = anonymous + file + kernel;
		into.set(Metric.MEMORY_CURRENT_BYTES, current);
		into.set(Metric.MEMORY_BYTES, current - pages(this.fileBytes * INACTIVE_SHARE));
		into.set(Metric.MEMORY_ANON_BYTES, anonymous);
		into.set(Metric.MEMORY_FILE_BYTES, file);
		into.set(Metric.MEMORY_KERNEL_BYTES, kernel);
		into.set(Metric.MEMORY_SHMEM_BYTES, 0);
		into.set(Metric.MEMORY_SWAP_BYTES, 0);
		into.set(Metric.MEMORY_PEAK_BYTES, Math.max(current, pages(this.peakBytes)));
		into.set(Metric.PIDS, this.pids);
		into.set(Metric.CPU_PRESSURE_SOME_USEC, (long) this.cpuStallUsec);
		into.set(Metric.CPU_PRESSURE_FULL_USEC, (long) (this.cpuStallUsec * 0.4));
		into.set(Metric.MEMORY_PRESSURE_SOME_USEC, (long) this.memoryStallUsec);
		into.set(Metric.MEMORY_PRESSURE_FULL_USEC, (long) (this.memoryStallUsec * 0.7));
		into.set(Metric.IO_PRESSURE_SOME_USEC, (long) this.ioStallUsec);
		into.set(Metric.IO_PRESSURE_FULL_USEC, (long) (this.ioStallUsec * 0.6));
		return into;
	}

	/// What stays true after its end.
	private Readings totals() {
		Readings into = new Readings();
		long usage = (long) this.usageUsec;
		long system = (long) this.systemUsec;
		into.set(Metric.CPU_USAGE_USEC, usage);
		into.set(Metric.CPU_USER_USEC, usage - system);
		into.set(Metric.CPU_SYSTEM_USEC, system);
		into.set(Metric.CPU_PERIODS, (long) this.periods);
		into.set(Metric.CPU_THROTTLED_PERIODS, (long) this.throttledPeriods);
		into.set(Metric.CPU_THROTTLED_USEC, (long) this.throttledUsec);
		into.set(Metric.OOM_KILLS, this.oomKills);
		long received = (long) this.receivedBytes;
		long sent = (long) this.sentBytes;
		into.set(Metric.NETWORK_RECEIVED_BYTES, received);
		into.set(Metric.NETWORK_SENT_BYTES, sent);
		into.set(Metric.NETWORK_RECEIVED_PACKETS, received / 1200);
		into.set(Metric.NETWORK_SENT_PACKETS, sent / 1100);
		into.set(Metric.NETWORK_ERRORS, 0);
		into.set(Metric.NETWORK_DROPS, 0);
		into.set(Metric.NETWORK_ALL_BYTES, received + sent);
		long read = pages(this.readBytes);
		long written = pages(this.writtenBytes);
		into.set(Metric.IO_READ_BYTES, read);
		into.set(Metric.IO_WRITE_BYTES, written);
		into.set(Metric.IO_READS, read / 65_536);
		into.set(Metric.IO_WRITES, written / 131_072);
		return into;
	}

	private static long pages(double bytes) {
		return (long) (bytes / PAGE_BYTES) * (long) PAGE_BYTES;
	}

}
