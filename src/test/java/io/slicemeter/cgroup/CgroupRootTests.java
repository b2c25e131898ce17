package io.slicemeter.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class CgroupRootTests {

	private static final ContainerId ID = CgroupTree.containerId(1);

	private static final ContainerId OTHER = CgroupTree.containerId(2);

	private static final SliceName CI = new SliceName("ci.slice");

	private static final SliceName RUNNERS = new SliceName("ci-runners.slice");

	private static final List<SliceName> ANYWHERE = List.of();

	private static final long PID = 100;

	@TempDir
	Path directory;

	private final ParseFaults faults = new ParseFaults();

	private CgroupTree tree;

	private CgroupRoot root;

	@BeforeEach
	void makeTree() {
		this.tree = CgroupTree.create(this.directory);
		this.root = CgroupRoot.open(this.tree.cgroupRoot(), this.tree.procRoot(), this.faults);
	}

	@Test
	void refusesADirectoryThatIsNoRootOfCgroup2() {
		Path cgroup1 = this.directory.resolve("sys-fs-cgroup");

		assertThat(CgroupRoot.isCgroup2(cgroup1)).isFalse();
		assertThatExceptionOfType(NotCgroup2Exception.class)
			.isThrownBy(() -> CgroupRoot.open(cgroup1, this.tree.procRoot(), this.faults))
			.withMessageContaining("'" + cgroup1 + "'")
			.withMessageContaining("cgroup.controllers")
			.withMessageContaining("/sys/fs/cgroup")
			.satisfies((ex) -> assertThat(ex.cgroupRoot()).isEqualTo(cgroup1));
	}

	@Test
	void knowsTheBoot() {
		assertThat(this.root.bootId()).isEqualTo("3f6ff6a1-9a2c-4b0f-8f36-6f5f0c1d7e11");
	}

	@Test
	void hasAnUnknownBootWhereTheKernelDoesNotTell() throws IOException {
		Files.delete(this.tree.procRoot().resolve("sys/kernel/random/boot_id"));

		assertThat(this.root.bootId()).isEqualTo("unknown");
	}

	@Nested
	class Slices {

		@Test
		void lieInTheSlicesOfTheirName() {
			CgroupDirectory runners = CgroupRootTests.this.tree.slice("ci-runners-big.slice");

			assertThat(slice("ci-runners-big.slice")).hasValue(runners.path());
			assertThat(runners.path()).endsWith(Path.of("ci.slice/ci-runners.slice/ci-runners-big.slice"));
			assertThat(slice("ci.slice")).isPresent();
			assertThat(slice("other.slice")).isEmpty();
			assertThat(slice("-.slice")).hasValue(CgroupRootTests.this.tree.cgroupRoot());
		}

		@Test
		void areTheParentDirectoriesOfTheCgroupfsDriver() {
			CgroupDirectory parent = CgroupRootTests.this.tree.directory("docker");

			assertThat(slice("docker")).hasValue(parent.path());
		}

		@Test
		void tellWhichAreNestedInThem() {
			CgroupRootTests.this.tree.slice("ci-runners-big.slice");
			CgroupRootTests.this.tree.slice("ci-agents.slice");
			CgroupRootTests.this.tree.slice("cicd.slice");
			CgroupRootTests.this.tree.container(RUNNERS, ID);
			CgroupRootTests.this.tree.directory("ci.slice/stray.slice");
			CgroupRootTests.this.tree.directory("docker/ci.slice");

			assertThat(nested("ci.slice")).containsExactlyInAnyOrder("ci-runners.slice", "ci-runners-big.slice",
					"ci-agents.slice");
			assertThat(nested("ci-agents.slice")).isEmpty();
			assertThat(nested("absent.slice")).isEmpty();
			assertThat(nested("docker")).isEmpty();
			assertThat(nested("-.slice")).containsExactlyInAnyOrder("ci.slice", "ci-runners.slice",
					"ci-runners-big.slice", "ci-agents.slice", "cicd.slice");
		}

		@Test
		void canGetNoMoreThanWhatTheyLieIn() {
			CgroupRootTests.this.tree.slice("ci.slice")
				.write("cpu.max", "400000 100000\n")
				.write("memory.max", "1000000\n")
				.write("pids.max", "max\n");
			CgroupDirectory runners = CgroupRootTests.this.tree.slice("ci-runners.slice")
				.write("cpu.max", "max 100000\n")
				.write("memory.max", "900000\n")
				.write("pids.max", "max\n");

			assertThat(CgroupRootTests.this.root.capacity(runners.path()))
				.isEqualTo(new Limits(Limit.of(4000), Limit.of(900_000), Limit.UNLIMITED));
		}

		private Optional<Path> slice(String name) {
			return CgroupRootTests.this.root.slice(new SliceName(name));
		}

		private Stream<String> nested(String name) {
			return CgroupRootTests.this.root.nestedSlices(new SliceName(name)).stream().map(SliceName::value);
		}

	}

	@Nested
	class Containers {

		@Test
		void lieInScopesOfTheirSlice() throws IOException {
			CgroupDirectory scope = CgroupRootTests.this.tree.container(RUNNERS, ID);

			ContainerCgroup found = find(List.of(RUNNERS), "ci-runners.slice", null).orElseThrow();

			assertThat(found).isEqualTo(
					new ContainerCgroup(scope.path(), RUNNERS, (long) Files.getAttribute(scope.path(), "unix:ino")));
		}

		@Test
		void lieInSlicesThatAreNestedInTheTrackedOne() {
			CgroupDirectory scope = CgroupRootTests.this.tree.container(RUNNERS, ID);

			assertFound(find(List.of(CI), "", null), scope, RUNNERS);
			assertFound(find(List.of(CI), "ci-runners.slice", null), scope, RUNNERS);
		}

		@Test
		void lieInParentDirectoriesWithTheCgroupfsDriver() {
			CgroupDirectory cgroup = CgroupRootTests.this.tree.cgroupfsContainer("docker", ID);

			assertFound(find(ANYWHERE, "", null), cgroup, new SliceName("docker"));
			assertFound(find(List.of(new SliceName("docker")), "", null), cgroup, new SliceName("docker"));
		}

		@ParameterizedTest
		@ValueSource(strings = { "/ci/runners", "ci/runners", "//ci/runners/", "/ci/./runners" })
		void lieInTheParentThatTheyWereMadeWith(String cgroupParent) {
			CgroupDirectory cgroup = CgroupRootTests.this.tree.cgroupfsContainer("ci/runners", ID);

			assertFound(find(ANYWHERE, cgroupParent, null), cgroup, new SliceName("runners"));
			assertFound(find(List.of(new SliceName("runners")), cgroupParent, null), cgroup, new SliceName("runners"));
		}

		@Test
		void ofTheCgroupfsDriverMayHaveASliceForParent() {
			CgroupDirectory cgroup = CgroupRootTests.this.tree.cgroupfsContainer("ci.slice/ci-runners.slice", ID);

			assertFound(find(List.of(RUNNERS), "/ci.slice/ci-runners.slice", null), cgroup, RUNNERS);
		}

		@Test
		void ofPodmanLieInScopesOfItsOwnName() {
			CgroupDirectory cgroup = CgroupRootTests.this.tree.directory("machine.slice/libpod-" + ID + ".scope");

			assertFound(find(ANYWHERE, "", null), cgroup, new SliceName("machine.slice"));
			assertFound(find(List.of(new SliceName("machine.slice")), "", null), cgroup,
					new SliceName("machine.slice"));
		}

		@Test
		void ofRootlessEnginesLieDeepInTheUsersSlice() {
			String parent = "user.slice/user-1000.slice/user@1000.service/user.slice";
			CgroupDirectory cgroup = CgroupRootTests.this.tree.directory(parent + "/docker-" + ID + ".scope");

			assertFound(find(ANYWHERE, "user.slice", null), cgroup, new SliceName("user.slice"));
			CgroupRootTests.this.tree.process(PID, cgroup, CgroupTree.IDLE_NETWORK);
			assertFound(find(ANYWHERE, "", PID), cgroup, new SliceName("user.slice"));
		}

		@Test
		void areFoundByTheCgroupOfTheirProcess() {
			CgroupDirectory cgroup = CgroupRootTests.this.tree.directory("odd/place/docker-" + ID + ".scope");
			CgroupRootTests.this.tree.process(PID, cgroup, CgroupTree.IDLE_NETWORK);

			assertThat(find(ANYWHERE, "", PID)).map(ContainerCgroup::directory).hasValue(cgroup.path());
		}

		@Test
		void areCutFromWhatANestedEngineAddsToThePathOfTheirProcess() {
			CgroupDirectory scope = CgroupRootTests.this.tree.container(RUNNERS, ID);
			CgroupDirectory init = CgroupRootTests.this.tree
				.directory("ci.slice/ci-runners.slice/docker-" + ID + ".scope/init");
			CgroupRootTests.this.tree.process(PID, init, CgroupTree.IDLE_NETWORK);

			assertFound(find(List.of(RUNNERS), "", PID), scope, RUNNERS);
		}

		@ParameterizedTest
		@ValueSource(strings = { "0::/../docker-%s.scope\n", "0::/../../ci-runners.slice/docker-%s.scope/init\n",
				"0::/ci.slice/../../../etc/docker-%s.scope\n" })
		void areFoundByNameWhereThePathOfTheirProcessStartsSomewhereElse(String line) {
			CgroupDirectory scope = CgroupRootTests.this.tree.container(RUNNERS, ID);
			CgroupRootTests.this.tree.process(PID, scope, CgroupTree.IDLE_NETWORK);
			CgroupRootTests.this.tree.processCgroup(PID, line.formatted(ID));

			assertFound(find(List.of(CI), "", PID), scope, RUNNERS);
			assertFound(find(ANYWHERE, "", PID), scope, RUNNERS);
		}

		@Test
		void areNeverSoughtOutsideTheHierarchy() throws IOException {
			Path outside = CgroupRootTests.this.directory.resolve("docker-" + ID + ".scope");
			Files.createDirectory(outside);
			CgroupDirectory place = CgroupRootTests.this.tree.directory("docker");
			CgroupRootTests.this.tree.process(PID, place, CgroupTree.IDLE_NETWORK);
			CgroupRootTests.this.tree.processCgroup(PID, "0::/../docker-" + ID + ".scope\n");

			assertThat(find(ANYWHERE, "..", PID)).isEmpty();
			assertThat(find(ANYWHERE, "/../", PID)).isEmpty();
		}

		@Test
		void outsideTheTrackedSlicesAreNotFound() {
			CgroupDirectory scope = CgroupRootTests.this.tree.container(new SliceName("system.slice"), ID);
			CgroupRootTests.this.tree.slice("ci-runners.slice");
			CgroupRootTests.this.tree.process(PID, scope, CgroupTree.IDLE_NETWORK);

			assertThat(find(List.of(CI), "system.slice", PID)).isEmpty();
			assertThat(find(List.of(CI, new SliceName("system.slice")), "", null)).isPresent();
		}

		@Test
		void inAnotherContainerAreTheBusinessOfThatOne() {
			CgroupRootTests.this.tree.directory("ci.slice/docker-" + OTHER + ".scope/docker/" + ID);

			assertThat(find(ANYWHERE, "", null)).isEmpty();
			assertThat(find(List.of(CI), "", null)).isEmpty();
		}

		@Test
		void inAnotherContainerAreNotFoundByTheirProcessEither() {
			CgroupDirectory inner = CgroupRootTests.this.tree
				.directory("ci.slice/docker-" + OTHER + ".scope/system.slice/docker-" + ID + ".scope");
			CgroupRootTests.this.tree.process(PID, inner, CgroupTree.IDLE_NETWORK);

			assertThat(find(ANYWHERE, "", PID)).isEmpty();
			assertThat(find(List.of(new SliceName("system.slice")), "", PID)).isEmpty();
		}

		@Test
		void thatAreNotThereAreNotFound() {
			CgroupRootTests.this.tree.container(RUNNERS, OTHER);
			CgroupRootTests.this.tree.process(PID, CgroupRootTests.this.tree.container(RUNNERS, OTHER),
					CgroupTree.IDLE_NETWORK);

			assertThat(find(List.of(RUNNERS), "ci-runners.slice", PID)).isEmpty();
			assertThat(find(ANYWHERE, "", 99L)).isEmpty();
			assertThat(CgroupRootTests.this.faults.total()).isZero();
		}

		@Test
		void areToldByTheNamesOfTheirDirectories() {
			assertThat(CgroupRoot.containerOf("docker-" + ID + ".scope")).hasValue(ID);
			assertThat(CgroupRoot.containerOf("libpod-" + ID + ".scope")).hasValue(ID);
			assertThat(CgroupRoot.containerOf(ID.value())).hasValue(ID);
			assertThat(Stream
				.of("libpod-conmon-" + ID + ".scope", "docker-abc.scope", "docker.service", "init", "buildx_" + ID,
						ID.value().toUpperCase(java.util.Locale.ROOT).replace('0', 'A'), "docker-" + ID + ".scope.d",
						"")
				.map(CgroupRoot::containerOf)).allMatch(Optional::isEmpty);
		}

		@Test
		void areNotFoundByAProcessWhoseCgroupTheKernelDoesNotTell() {
			CgroupDirectory scope = CgroupRootTests.this.tree.container(RUNNERS, OTHER);
			CgroupRootTests.this.tree.process(PID, scope, CgroupTree.IDLE_NETWORK);
			CgroupRootTests.this.tree.processCgroup(PID, "0::/\n");
			assertThat(find(ANYWHERE, "", PID)).isEmpty();
			assertThat(CgroupRootTests.this.faults.total()).isZero();

			CgroupRootTests.this.tree.processCgroup(PID, "12:memory:/docker/x\n");
			assertThat(find(ANYWHERE, "", PID)).isEmpty();
			assertThat(CgroupRootTests.this.faults.count(KernelFile.PROCESS_CGROUP, Fault.MISSING_KEY)).isEqualTo(1);
		}

		@Test
		void nameTheirOwnProcessUnlessItIsOfAnotherNamespace() {
			CgroupDirectory scope = CgroupRootTests.this.tree.container(RUNNERS, ID);

			scope.write("cgroup.procs", "777\n778\n");
			assertThat(CgroupRootTests.this.root.processOf(scope.path())).hasValue(777);
			scope.write("cgroup.procs", "");
			assertThat(CgroupRootTests.this.root.processOf(scope.path())).isEmpty();
			scope.write("cgroup.procs", "0\n0\n");
			assertThat(CgroupRootTests.this.root.processOf(scope.path())).isEmpty();
			scope.remove();
			assertThat(CgroupRootTests.this.root.processOf(scope.path())).isEmpty();
		}

		@ParameterizedTest
		@ValueSource(strings = { "c-cpu", "c-host", "c-idle", "c-mem", "c-net", "c-none", "c-priv", "c-share", "c-srv",
				"mem2", "oom-child", "paused", "priv2", "swap" })
		void areFoundAsTheKernelSaidWhereTheyWere(String fixture) {
			String line = CgroupTree.fixture(fixture, "proc_cgroup");
			ContainerId id = new ContainerId(line.replaceAll("(?s).*/docker-([0-9a-f]{64})\\.scope.*", "$1"));
			CgroupDirectory scope = CgroupRootTests.this.tree.container(RUNNERS, id, fixture);
			CgroupRootTests.this.tree.process(PID, scope, CgroupTree.fixture(fixture, "proc_net_dev"));
			CgroupRootTests.this.tree.processCgroup(PID, line);

			assertFound(CgroupRootTests.this.root.container(id, ANYWHERE, "", PID), scope, RUNNERS);
		}

		private Optional<ContainerCgroup> find(List<SliceName> slices, String cgroupParent, @Nullable Long pid) {
			return CgroupRootTests.this.root.container(ID, slices, cgroupParent, pid);
		}

		private static void assertFound(Optional<ContainerCgroup> found, CgroupDirectory cgroup, SliceName slice) {
			assertThat(found).map(ContainerCgroup::directory).hasValue(cgroup.path());
			assertThat(found).map(ContainerCgroup::slice).hasValue(slice);
		}

	}

}
