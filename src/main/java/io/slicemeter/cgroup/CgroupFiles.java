package io.slicemeter.cgroup;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;

import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;

/// The kept channels of one cgroup, of a run or a slice: opened once, read again at
/// position 0 at every tick. Reading allocates nothing.
///
/// Belongs to one thread at a time. That thread must not be interrupted: an interrupt
/// closes its channels.
public final class CgroupFiles implements Closeable {

	private final Path directory;

	private final CgroupRoot root;

	private final Inode inode;

	private final KeptFile cpuStat;

	private final KeptFile memoryEvents;

	private final KeptFile memoryPeak;

	private final KeptFile ioStat;

	private final KeptFile memoryCurrent;

	private final KeptFile memoryStat;

	private final KeptFile memorySwapCurrent;

	private final KeptFile pidsCurrent;

	private final KeptFile cpuPressure;

	private final KeptFile memoryPressure;

	private final KeptFile ioPressure;

	private final KeptFile cgroupEvents;

	private CgroupFiles(Path directory, CgroupRoot root, Opening opening) throws IOException {
		this.directory = directory;
		this.root = root;
		this.inode = Inode.remember(directory);
		this.cpuStat = opening.required(KernelFile.CPU_STAT);
		this.cgroupEvents = opening.optional(KernelFile.CGROUP_EVENTS);
		this.memoryEvents = opening.optional(KernelFile.MEMORY_EVENTS);
		this.memoryPeak = opening.optional(KernelFile.MEMORY_PEAK);
		this.ioStat = opening.optional(KernelFile.IO_STAT);
		this.memoryCurrent = opening.optional(KernelFile.MEMORY_CURRENT);
		this.memoryStat = opening.optional(KernelFile.MEMORY_STAT);
		this.memorySwapCurrent = opening.optional(KernelFile.MEMORY_SWAP_CURRENT);
		this.pidsCurrent = opening.optional(KernelFile.PIDS_CURRENT);
		this.cpuPressure = opening.optional(KernelFile.CPU_PRESSURE);
		this.memoryPressure = opening.optional(KernelFile.MEMORY_PRESSURE);
		this.ioPressure = opening.optional(KernelFile.IO_PRESSURE);
	}

	/// Opens the files of a cgroup. Files that are absent (an older kernel, a controller
	/// that is off) leave their metrics absent.
	/// @throws NoSuchFileException if the cgroup is gone
	/// @throws IOException if the process can't open any more files, or may not read
	/// these
	public static CgroupFiles open(Path directory, CgroupRoot root) throws IOException {
		root.refreshDevices();
		Opening opening = new Opening(directory, root.faults());
		try {
			return new CgroupFiles(directory, root, opening);
		}
		catch (IOException | RuntimeException ex) {
			opening.abandon();
			throw ex;
		}
	}

	/// The cgroup's directory.
	public Path directory() {
		return this.directory;
	}

	/// The inode of the directory as it was opened.
	public long inode() {
		return this.inode.number();
	}

	/// The inode that the directory's name leads to now: another one after a restart,
	/// none if it is gone. One stat(2).
	public OptionalLong currentInode() {
		return this.inode.current();
	}

	/// Reads all metrics of a cgroup; those of the network and what is derived from two
	/// reads are not touched. What could not be read is absent afterwards.
	///
	/// On cgroupfs the files of a removed cgroup can't be read any more. In an ordinary
	/// directory they can: there [#currentInode()] tells.
	/// @throws UncheckedIOException if the cgroup lives but can't be read
	public ReadOutcome read(Readings into) {
		if (readTotals(into) == ReadOutcome.ENDING) {
			return ReadOutcome.ENDING;
		}
		Text text = Text.ofThread();
		if (this.memoryCurrent.read(text)) {
			MemoryCurrent.parse(text, into);
		}
		if (this.memoryStat.read(text)) {
			takeWorkingSet(into, MemoryStat.parse(text, into));
		}
		if (this.memorySwapCurrent.read(text)) {
			MemorySwapCurrent.parse(text, into);
		}
		if (this.pidsCurrent.read(text)) {
			PidsCurrent.parse(text, into);
		}
		readPressures(into);
		return ReadOutcome.READ;
	}

	/// Reads what a closing record holds, in the order of its weight, as the cgroup may
	/// go at any moment: CPU, OOM kills, memory peak, disk. All other metrics of the
	/// cgroup are absent afterwards.
	/// @throws UncheckedIOException if the cgroup lives but can't be read
	public ReadOutcome readTotals(Readings into) {
		forget(into);
		Text text = Text.ofThread();
		if (!isThere(text)) {
			return ReadOutcome.ENDING;
		}
		CpuStat.parse(text, into);
		readMemoryEvents(into);
		if (this.memoryPeak.read(text)) {
			MemoryPeak.parse(text, into);
		}
		if (this.ioStat.read(text)) {
			IoStat.parse(text, into, this.root.devices());
		}
		return ReadOutcome.READ;
	}

	/// What of a closing record's metrics is absent though its file was there.
	public Set<Metric> unread(Readings readings) {
		Set<Metric> unread = EnumSet.noneOf(Metric.class);
		addUnread(this.memoryEvents, Metric.OOM_KILLS, readings, unread);
		addUnread(this.memoryPeak, Metric.MEMORY_PEAK_BYTES, readings, unread);
		addUnread(this.ioStat, Metric.IO_READ_BYTES, readings, unread);
		addUnread(this.ioStat, Metric.IO_WRITE_BYTES, readings, unread);
		return unread;
	}

	private static void addUnread(KeptFile file, Metric metric, Readings readings, Set<Metric> unread) {
		if (file.wasThere() && !readings.has(metric)) {
			unread.add(metric);
		}
	}

	/// Reads the OOM kills alone.
	public void readMemoryEvents(Readings into) {
		Text text = Text.ofThread();
		if (this.memoryEvents.read(text)) {
			MemoryEvents.parse(text, into);
		}
	}

	/// Reads the pressures alone.
	public void readPressures(Readings into) {
		Text text = Text.ofThread();
		if (this.cpuPressure.read(text)) {
			Pressure.CPU.parse(text, into);
		}
		if (this.memoryPressure.read(text)) {
			Pressure.MEMORY.parse(text, into);
		}
		if (this.ioPressure.read(text)) {
			Pressure.IO.parse(text, into);
		}
	}

	/// Reads whether processes live in the cgroup.
	public Population population() {
		Text text = Text.ofThread();
		return this.cgroupEvents.read(text) ? CgroupEvents.parse(text) : Population.UNKNOWN;
	}

	/// Reads the bounds. Opens their files anew: they are asked for only when they may
	/// have changed.
	public Limits readLimits() {
		return readLimits(this.directory, this.root.faults());
	}

	/// Opens the files that were absent so far: a controller may have been switched on.
	/// For now and then, not for every tick.
	/// @throws IOException if the process can't open any more files
	public void openAbsent() throws IOException {
		for (KeptFile file : optionalFiles()) {
			file.open();
		}
	}

	@Override
	public void close() {
		this.cpuStat.close();
		for (KeptFile file : optionalFiles()) {
			file.close();
		}
	}

	static Limits readLimits(Path directory, ParseFaults faults) {
		Text text = Text.ofThread();
		@Nullable Limit cpu = KeptFile.readOnce(KernelFile.CPU_MAX, directory, faults, text) ? CpuMax.parse(text) : null;
		@Nullable Limit memory = KeptFile.readOnce(KernelFile.MEMORY_MAX, directory, faults, text) ? MemoryMax.parse(text) : null;
		@Nullable Limit pids = KeptFile.readOnce(KernelFile.PIDS_MAX, directory, faults, text) ? PidsMax.parse(text) : null;
		return new Limits(cpu, memory, pids);
	}

	private boolean isThere(Text text) {
		try {
			return this.cpuStat.readWhileThere(text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Can't read the cgroup " + this.directory, ex);
		}
	}

	/// `memory.current` − `inactive_file`, as `docker stats` shows it; at least 0, as the
	/// two are read one after the other.
	private static void takeWorkingSet(Readings into, long inactiveFileBytes) {
		if (inactiveFileBytes != MemoryStat.ABSENT && into.has(Metric.MEMORY_CURRENT_BYTES)) {
			into.set(Metric.MEMORY_BYTES, Math.max(0, into.get(Metric.MEMORY_CURRENT_BYTES) - inactiveFileBytes));
		}
	}

	private static void forget(Readings readings) {
		CpuStat.forget(readings);
		MemoryStat.forget(readings);
		IoStat.forget(readings);
		Pressure.CPU.forget(readings);
		Pressure.MEMORY.forget(readings);
		Pressure.IO.forget(readings);
		readings.remove(Metric.OOM_KILLS);
		readings.remove(Metric.MEMORY_PEAK_BYTES);
		readings.remove(Metric.MEMORY_CURRENT_BYTES);
		readings.remove(Metric.MEMORY_BYTES);
		readings.remove(Metric.MEMORY_SWAP_BYTES);
		readings.remove(Metric.PIDS);
	}

	private KeptFile[] optionalFiles() {
		return new KeptFile[] { this.cgroupEvents, this.memoryEvents, this.memoryPeak, this.ioStat, this.memoryCurrent,
				this.memoryStat, this.memorySwapCurrent, this.pidsCurrent, this.cpuPressure, this.memoryPressure,
				this.ioPressure };
	}

}
