package io.slicemeter.cgroup;

/// The kernel files that are read, each with its name below a cgroup's directory or below
/// the root of `/proc`.
public enum KernelFile {

	CPU_STAT("cpu.stat"), MEMORY_CURRENT("memory.current"), MEMORY_STAT("memory.stat"), MEMORY_PEAK("memory.peak"),
	MEMORY_EVENTS("memory.events"), MEMORY_SWAP_CURRENT("memory.swap.current"), IO_STAT("io.stat"),
	PIDS_CURRENT("pids.current"), CPU_PRESSURE("cpu.pressure"), MEMORY_PRESSURE("memory.pressure"),
	IO_PRESSURE("io.pressure"), CPU_MAX("cpu.max"), MEMORY_MAX("memory.max"), PIDS_MAX("pids.max"),
	CGROUP_EVENTS("cgroup.events"), CGROUP_PROCS("cgroup.procs"),

	/// Below a process's directory.
	NET_DEV("net/dev"),
	/// Below a process's directory.
	PROCESS_CGROUP("cgroup"),

	PROC_STAT("stat"), MEMINFO("meminfo"), HOST_CPU_PRESSURE("pressure/cpu"), HOST_MEMORY_PRESSURE("pressure/memory"),
	HOST_IO_PRESSURE("pressure/io"), DEVICES("devices"), CPUINFO("cpuinfo"), BOOT_ID("sys/kernel/random/boot_id"),
	KERNEL_RELEASE("sys/kernel/osrelease");

	private final String fileName;

	KernelFile(String fileName) {
		this.fileName = fileName;
	}

	/// The file's name, relative to the directory that it lies in.
	public String fileName() {
		return this.fileName;
	}

}
