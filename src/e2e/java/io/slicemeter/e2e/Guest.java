package io.slicemeter.e2e;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The machine as the tests see it: a runner host with an Engine, a slice for runners,
/// and the service.
final class Guest implements AutoCloseable {

	/// Where runners belong. Nested in `ci.slice`.
	static final String SLICE = "ci-runners.slice";

	private final Vm vm;

	private final Agent agent;

	private Guest(Vm vm) {
		this.vm = vm;
		this.agent = new Agent(vm);
	}

	static Guest start() {
		return new Guest(Vm.start());
	}

	/// The service in this guest, which does not run yet.
	Agent agent() {
		return this.agent;
	}

	Vm vm() {
		return this.vm;
	}

	/// The output of a shell command that root runs. A command that fails lets the test
	/// fail.
	String run(String command) {
		return this.vm.run(command).outputOfSuccess();
	}

	/// The output of a Docker command.
	String docker(String... arguments) {
		return run("docker " + quoted(Stream.of(arguments)));
	}

	/// Starts a container in [#SLICE] that lives on, and answers its ID. Its image is
	/// busybox with the program `load`.
	String startRunner(String name, String... command) {
		Stream<String> options = Stream.of("run", "--detach", "--cgroup-parent", SLICE, "--name", name,
				"busybox:local");
		return docker(Stream.concat(options, Stream.of(command)).toArray(String[]::new));
	}

	/// The cgroup directory of a container in [#SLICE].
	static String cgroup(String containerId) {
		return "/sys/fs/cgroup/ci.slice/%s/docker-%s.scope".formatted(SLICE, containerId);
	}

	/// The value of a key of a container's `cpu.stat`, e.g. `usage_usec`, in microseconds
	/// where the name says so.
	long cpuStat(String containerId, String key) {
		return Long.parseLong(run("awk '$1 == \"%s\" { print $2 }' %s/cpu.stat".formatted(key, cgroup(containerId))));
	}

	/// Words as one shell command.
	static String quoted(Stream<String> words) {
		return words.map((word) -> "'" + word.replace("'", "'\\''") + "'").collect(Collectors.joining(" "));
	}

	@Override
	public void close() {
		this.vm.close();
	}

}
