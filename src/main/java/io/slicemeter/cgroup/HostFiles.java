package io.slicemeter.cgroup;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// The kept channels of the host as a whole: `/proc/stat`, `/proc/meminfo` and
/// `/proc/pressure`. Works on hosts with cgroup v1 too.
///
/// Belongs to one thread at a time.
public final class HostFiles implements Closeable {

	private final Path procRoot;

	private final ParseFaults faults;

	private final KeptFile stat;

	private final KeptFile meminfoFile;

	private final KeptFile cpuPressure;

	private final KeptFile memoryPressure;

	private final KeptFile ioPressure;

	private final Meminfo meminfo = new Meminfo();

	private int cpus;

	private HostFiles(Path procRoot, ParseFaults faults, Opening opening) throws IOException {
		this.procRoot = procRoot;
		this.faults = faults;
		this.stat = opening.required(KernelFile.PROC_STAT);
		this.meminfoFile = opening.optional(KernelFile.MEMINFO);
		this.cpuPressure = opening.optional(KernelFile.HOST_CPU_PRESSURE);
		this.memoryPressure = opening.optional(KernelFile.HOST_MEMORY_PRESSURE);
		this.ioPressure = opening.optional(KernelFile.HOST_IO_PRESSURE);
	}

	/// Opens the files of a host and reads them once, so that CPUs and memory are known.
	/// @throws UncheckedIOException if there is no `stat`: the directory is no `/proc`
	public static HostFiles open(Path procRoot, ParseFaults faults) {
		Opening opening = new Opening(procRoot, faults);
		try {
			HostFiles files = new HostFiles(procRoot, faults, opening);
			files.read(new Readings());
			return files;
		}
		catch (IOException ex) {
			opening.abandon();
			throw new UncheckedIOException("'%s' is not the host's /proc".formatted(procRoot), ex);
		}
	}

	/// Reads the CPU time of all CPUs (`cpuUsageUsec`), MemTotal − MemAvailable
	/// (`memoryBytes`) and the pressures; all other metrics are not touched.
	/// @return false if `stat` can't be read; nothing was read then
	public boolean read(Readings into) {
		forget(into);
		Text text = Text.ofThread();
		if (!this.stat.read(text)) {
			return false;
		}
		int online = ProcStat.parse(text, into);
		if (online > 0) {
			this.cpus = online;
		}
		if (this.meminfoFile.read(text)) {
			this.meminfo.parse(text);
			takeUsedMemory(into);
		}
		else {
			this.meminfo.forget();
		}
		if (this.cpuPressure.read(text)) {
			Pressure.CPU.parse(text, into);
		}
		if (this.memoryPressure.read(text)) {
			Pressure.MEMORY.parse(text, into);
		}
		if (this.ioPressure.read(text)) {
			Pressure.IO.parse(text, into);
		}
		return true;
	}

	/// How many CPUs were online at the last read.
	public int cpus() {
		return this.cpus;
	}

	/// MemTotal of the last read.
	public OptionalLong memoryTotalBytes() {
		return optional(this.meminfo.totalBytes());
	}

	/// MemAvailable of the last read.
	public OptionalLong memoryAvailableBytes() {
		return optional(this.meminfo.availableBytes());
	}

	/// The mean of the CPUs' present frequencies in MHz, read now. Not for every tick:
	/// the file is long on large hosts.
	public OptionalInt cpuMegahertz() {
		Text text = Text.ofThread();
		return KeptFile.readOnce(KernelFile.CPUINFO, this.procRoot, this.faults, text) ? Cpuinfo.parse(text)
				: OptionalInt.empty();
	}

	/// The kernel's release, e.g. `6.12.48`: `/proc/sys/kernel/osrelease`.
	public Optional<String> kernelRelease() {
		return KeptFile.readWord(KernelFile.KERNEL_RELEASE, this.procRoot, this.faults);
	}

	@Override
	public void close() {
		this.stat.close();
		this.meminfoFile.close();
		this.cpuPressure.close();
		this.memoryPressure.close();
		this.ioPressure.close();
	}

	private void takeUsedMemory(Readings into) {
		if (this.meminfo.totalBytes() != Meminfo.ABSENT && this.meminfo.availableBytes() != Meminfo.ABSENT) {
			into.set(Metric.MEMORY_BYTES, Math.max(0, this.meminfo.totalBytes() - this.meminfo.availableBytes()));
		}
	}

	private static void forget(Readings readings) {
		readings.remove(Metric.CPU_USAGE_USEC);
		readings.remove(Metric.MEMORY_BYTES);
		Pressure.CPU.forget(readings);
		Pressure.MEMORY.forget(readings);
		Pressure.IO.forget(readings);
	}

	private static OptionalLong optional(long value) {
		return (value != Meminfo.ABSENT) ? OptionalLong.of(value) : OptionalLong.empty();
	}

}
