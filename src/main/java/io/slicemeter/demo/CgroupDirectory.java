package io.slicemeter.demo;

import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// One cgroup on disk, with all files that the kernel has for it. Made aside, so that it
/// has everything at the moment in which it appears. Of its files only `cpu.stat` is kept
/// open.
final class CgroupDirectory implements Closeable {

	private static final int NUMBER_LENGTH = 24;

	private static final int CPU_STAT_LENGTH = 384;

	private static final int MEMORY_STAT_LENGTH = 640;

	private static final int EVENTS_LENGTH = 160;

	private static final int IO_STAT_LENGTH = 192;

	private static final int PRESSURE_LENGTH = 160;

	private static final int CGROUP_EVENTS_LENGTH = 21;

	private final PaddedFile cpuStat;

	private final PaddedFile cgroupEvents;

	private final PaddedFile memoryEvents;

	private final List<Showing> others = new ArrayList<>();

	private final Path directory;

	/// @param made exists, and is empty
	/// @param directory where it is to appear
	/// @param processes what `cgroup.procs` shows
	CgroupDirectory(Path made, Path directory, Limits limits, String processes, Readings readings) {
		this.directory = directory;
		for (Map.Entry<String, String> file : Map
			.of("cgroup.controllers", "cpuset cpu io memory pids\n", "cgroup.type", "domain\n", "cgroup.procs",
					processes, "cpu.max", KernelText.cpuMax(limits.cpuMillicores()), "memory.max",
					KernelText.max(limits.memoryBytes()), "pids.max", KernelText.max(limits.pids()))
			.entrySet()) {
			PaddedFile.create(made.resolve(file.getKey()), file.getValue().length(), file.getValue()).close();
		}
		this.cpuStat = PaddedFile.create(made.resolve("cpu.stat"), CPU_STAT_LENGTH, KernelText.cpuStat(readings));
		this.cgroupEvents = create(made, "cgroup.events", CGROUP_EVENTS_LENGTH, KernelText.cgroupEvents(true));
		this.memoryEvents = create(made, "memory.events", EVENTS_LENGTH, KernelText.memoryEvents(readings));
		show(made, "memory.stat", MEMORY_STAT_LENGTH, readings, KernelText::memoryStat);
		show(made, "io.stat", IO_STAT_LENGTH, readings, KernelText::ioStat);
		number(made, "memory.current", readings, Metric.MEMORY_CURRENT_BYTES);
		number(made, "memory.peak", readings, Metric.MEMORY_PEAK_BYTES);
		number(made, "memory.swap.current", readings, Metric.MEMORY_SWAP_BYTES);
		number(made, "pids.current", readings, Metric.PIDS);
		pressure(made, "cpu.pressure", readings, Metric.CPU_PRESSURE_SOME_USEC, Metric.CPU_PRESSURE_FULL_USEC);
		pressure(made, "memory.pressure", readings, Metric.MEMORY_PRESSURE_SOME_USEC, Metric.MEMORY_PRESSURE_FULL_USEC);
		pressure(made, "io.pressure", readings, Metric.IO_PRESSURE_SOME_USEC, Metric.IO_PRESSURE_FULL_USEC);
	}

	private PaddedFile create(Path made, String name, int length, CharSequence content) {
		return PaddedFile.create(made.resolve(name), length, content).openedToWrite(this.directory.resolve(name));
	}

	private void number(Path made, String name, Readings readings, Metric metric) {
		show(made, name, NUMBER_LENGTH, readings, (from) -> KernelText.number(from, metric));
	}

	private void pressure(Path made, String name, Readings readings, Metric some, Metric full) {
		show(made, name, PRESSURE_LENGTH, readings, (from) -> KernelText.pressure(from, some, full));
	}

	private void show(Path made, String name, int length, Readings readings, Rendering rendering) {
		this.others.add(new Showing(create(made, name, length, rendering.of(readings)), rendering));
	}

	/// Shows the CPU time, which readers make rates of: it is to be as fresh as can be.
	void showCpu(Readings readings) {
		this.cpuStat.write(KernelText.cpuStat(readings));
	}

	void showMemoryEvents(Readings readings) {
		this.memoryEvents.write(KernelText.memoryEvents(readings));
	}

	/// Shows everything but whether processes live in it.
	void show(Readings readings) {
		showCpu(readings);
		showMemoryEvents(readings);
		for (Showing other : this.others) {
			other.file().write(other.rendering().of(readings));
		}
	}

	/// The last process is gone.
	void empty() {
		this.cgroupEvents.write(KernelText.cgroupEvents(false));
	}

	@Override
	public void close() {
		this.cpuStat.close();
		this.cgroupEvents.close();
		this.memoryEvents.close();
		for (Showing other : this.others) {
			other.file().close();
		}
	}

	private interface Rendering {

		CharSequence of(Readings readings);

	}

	private record Showing(PaddedFile file, Rendering rendering) {
	}

}
