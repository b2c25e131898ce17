package io.slicemeter.cgroup;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupTree;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// How the kernel that runs the tests behaves, with cgroups and processes of their own.
/// Skipped where cgroup v2 is not mounted or not writable.
class KernelTests {

	private static final Path PROC = Path.of("/proc");

	private static final InterfacePattern INTERFACES = InterfacePattern.of("*");

	private final ParseFaults faults = new ParseFaults();

	private final Readings readings = new Readings();

	private CgroupRoot root;

	private Path cgroup;

	private Optional<Process> process = Optional.empty();

	@BeforeEach
	void makeCgroup() {
		Path mounted = Stream.of("/sys/fs/cgroup", "/sys/fs/cgroup/unified")
			.map(Path::of)
			.filter(CgroupRoot::isCgroup2)
			.findFirst()
			.orElse(null);
		Assumptions.assumeTrue(mounted != null, "cgroup v2 is not mounted");
		this.root = CgroupRoot.open(mounted, PROC, this.faults);
		String name = "slicemeter-test-" + ProcessHandle.current().pid();
		this.cgroup = this.root.directory().resolve(name).resolve(CgroupTree.containerId(1).value());
		try {
			Files.createDirectories(this.cgroup);
		}
		catch (IOException ex) {
			Assumptions.abort("cgroup v2 is not writable: " + ex);
		}
	}

	@AfterEach
	void removeCgroup() throws IOException {
		end();
		if (this.cgroup != null && Files.exists(this.cgroup.getParent())) {
			remove();
			Files.delete(this.cgroup.getParent());
		}
	}

	@Test
	void removedCgroupEndsAndIsNoFault() throws IOException {
		try (CgroupFiles files = CgroupFiles.open(this.cgroup, this.root)) {
			assertThat(files.read(this.readings)).isEqualTo(ReadOutcome.READ);
			assertThat(this.readings.get(Metric.CPU_USAGE_USEC)).isZero();
			assertThat(files.population()).isEqualTo(Population.EMPTY);

			remove();

			assertThat(files.read(this.readings)).isEqualTo(ReadOutcome.ENDING);
			assertThat(this.readings.isEmpty()).isTrue();
			assertThat(files.population()).isEqualTo(Population.UNKNOWN);
			assertThat(files.currentInode()).isEmpty();
			assertThatExceptionOfType(NoSuchFileException.class)
				.isThrownBy(() -> CgroupFiles.open(this.cgroup, this.root));
		}
		assertThat(this.faults.total()).isZero();
	}

	@Test
	void recreatedCgroupIsAnotherOne() throws IOException {
		try (CgroupFiles files = CgroupFiles.open(this.cgroup, this.root)) {
			remove();
			Files.createDirectory(this.cgroup);

			assertThat(files.read(this.readings)).isEqualTo(ReadOutcome.ENDING);
			assertThat(files.currentInode()).isPresent();
			assertThat(files.currentInode().orElseThrow()).isNotEqualTo(files.inode());
		}
		assertThat(this.faults.total()).isZero();
	}

	@Test
	void finalCpuTimeIsReadAfterTheLastProcess() throws IOException {
		try (CgroupFiles files = CgroupFiles.open(this.cgroup, this.root)) {
			start("sh", "-c", "read go; i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done; exec sleep 60");
			assertThat(files.population()).isEqualTo(Population.POPULATED);
			assertThat(this.root.processOf(this.cgroup)).hasValue(this.process.orElseThrow().pid());
			assertThat(this.root.container(CgroupTree.containerId(1), List.of(), "", this.process.orElseThrow().pid()))
				.hasValue(new ContainerCgroup(this.cgroup,
						new SliceName(this.cgroup.getParent().getFileName().toString()), files.inode()));
			go();
			Awaitility.await().until(() -> cpuUsageUsec(files) > 1_000);

			end();

			Awaitility.await().until(() -> files.population() == Population.EMPTY);
			long atEnd = cpuUsageUsec(files);
			assertThat(atEnd).isGreaterThan(1_000);
			assertThat(cpuUsageUsec(files)).isEqualTo(atEnd);
		}
		assertThat(this.faults.total()).isZero();
	}

	@Test
	void networkIsOpenedOnlyInANamespaceOfItsOwn() throws IOException {
		start("unshare", "--net", "sh", "-c", "read go; exec sleep 60");
		long pid = this.process.orElseThrow().pid();
		// Without the right to make a namespace unshare ends at once.
		Awaitility.await()
			.until(() -> !this.process.orElseThrow().isAlive()
					|| NetworkFile.open(PROC, pid, INTERFACES, this.faults).isPresent());
		Assumptions.assumeTrue(this.process.orElseThrow().isAlive(), "no right to make a network namespace");

		try (NetworkFile network = NetworkFile.open(PROC, pid, INTERFACES, this.faults).orElseThrow()) {
			assertThat(network.read(this.readings)).isTrue();
			assertThat(this.readings.get(Metric.NETWORK_RECEIVED_BYTES)).isZero();
			assertThat(this.readings.has(Metric.NETWORK_ALL_BYTES)).isFalse();

			end();

			assertThat(network.read(this.readings)).as("the channel pins the namespace").isTrue();
			assertThat(NetworkFile.open(PROC, pid, INTERFACES, this.faults)).isEmpty();
		}
		assertThat(this.faults.total()).isZero();
	}

	private long cpuUsageUsec(CgroupFiles files) {
		assertThat(files.read(this.readings)).isEqualTo(ReadOutcome.READ);
		return this.readings.get(Metric.CPU_USAGE_USEC);
	}

	private void start(String... command) throws IOException {
		Process started = new ProcessBuilder(command).start();
		this.process = Optional.of(started);
		Files.writeString(this.cgroup.resolve("cgroup.procs"), started.pid() + "\n");
	}

	private void go() throws IOException {
		this.process.orElseThrow().outputWriter().append("go\n").flush();
	}

	private void end() {
		this.process.ifPresent((started) -> started.destroyForcibly().onExit().join());
	}

	/// The kernel refuses to remove a cgroup whose last process has not been reaped yet.
	private void remove() {
		Awaitility.await()
			.atMost(Duration.ofSeconds(10))
			.ignoreExceptionsInstanceOf(FileSystemException.class)
			.until(() -> Files.deleteIfExists(this.cgroup) || !Files.exists(this.cgroup));
	}

}
