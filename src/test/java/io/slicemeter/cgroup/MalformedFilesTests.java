package io.slicemeter.cgroup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.testing.CgroupTree;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/// Every malformed variant of every kernel file has a stated result: the table is
/// `malformed.txt`.
class MalformedFilesTests {

	private static final List<String> VARIANTS = List.of("truncated", "empty", "non-numeric", "2^64-1", "max",
			"unknown keys", "extra columns", "missing newline", "negative");

	private static final Set<KernelFile> OF_CGROUPS = Set.of(KernelFile.CPU_STAT, KernelFile.MEMORY_CURRENT,
			KernelFile.MEMORY_STAT, KernelFile.MEMORY_PEAK, KernelFile.MEMORY_EVENTS, KernelFile.MEMORY_SWAP_CURRENT,
			KernelFile.IO_STAT, KernelFile.PIDS_CURRENT, KernelFile.CPU_PRESSURE, KernelFile.MEMORY_PRESSURE,
			KernelFile.IO_PRESSURE);

	private static final Set<KernelFile> OTHERS = Set.of(KernelFile.CPU_MAX, KernelFile.MEMORY_MAX, KernelFile.PIDS_MAX,
			KernelFile.CGROUP_EVENTS, KernelFile.NET_DEV, KernelFile.PROC_STAT, KernelFile.MEMINFO);

	private static final long PID = 100;

	@TempDir
	static Path directory;

	private static CgroupTree tree;

	private final List<String> faults = new ArrayList<>();

	private final ParseFaults parseFaults = new ParseFaults(
			(file, fault, path, count) -> this.faults.add(file.fileName() + " " + fault.label()));

	@BeforeAll
	static void makeTree() {
		tree = CgroupTree.create(directory);
		tree.process(PID, tree.slice("ci.slice"), CgroupTree.IDLE_NETWORK);
	}

	@ParameterizedTest
	@MethodSource("cases")
	void isReadAsStated(Case row) throws IOException {
		String result = switch (row.file()) {
			case CPU_MAX, MEMORY_MAX, PIDS_MAX -> limit(row);
			case CGROUP_EVENTS -> population(row);
			case NET_DEV -> network(row);
			case PROC_STAT, MEMINFO, HOST_CPU_PRESSURE, HOST_MEMORY_PRESSURE, HOST_IO_PRESSURE -> host(row);
			default -> readings(row);
		};

		assertThat(result).isEqualTo(row.result());
		assertThat(this.faults).isEqualTo(row.faults());
		assertThat(this.parseFaults.total()).isEqualTo(row.faults().size());
	}

	@Test
	void everyFileHasEveryVariant() {
		Set<String> stated = cases().map((row) -> row.file() + " " + row.variant().replaceFirst(",.*", ""))
			.collect(Collectors.toSet());

		List<String> wanted = Stream.concat(OF_CGROUPS.stream(), OTHERS.stream())
			.flatMap((file) -> VARIANTS.stream().map((variant) -> file + " " + variant))
			.toList();
		assertThat(stated).containsAll(wanted);
	}

	private String readings(Case row) throws IOException {
		Readings readings = new Readings();
		try (CgroupFiles files = open(row)) {
			assertThat(files.read(readings)).isEqualTo(ReadOutcome.READ);
		}
		if (row.file() != KernelFile.CPU_STAT) {
			assertThat(readings.get(Metric.CPU_USAGE_USEC)).isEqualTo(7);
			readings.remove(Metric.CPU_USAGE_USEC);
		}
		return text(readings);
	}

	private String network(Case row) {
		tree.network(PID, row.content());
		Readings readings = new Readings();
		try (NetworkFile file = NetworkFile.open(tree.procRoot(), PID, InterfacePattern.of("eth*"), this.parseFaults)
			.orElseThrow()) {
			assertThat(file.read(readings)).isTrue();
		}
		return text(readings);
	}

	private String host(Case row) {
		tree.proc("stat", "cpu  0 0 0 0 0 0 0 0 0 0\n");
		tree.proc("meminfo", "MemTotal: 1 kB\n");
		for (String pressure : List.of("pressure/cpu", "pressure/memory", "pressure/io")) {
			tree.proc(pressure, "some total=0\n");
		}
		Readings readings = new Readings();
		try (HostFiles files = root().openHost()) {
			files.read(readings);
			Readings before = readings.copy();
			tree.proc(row.file().fileName(), row.content());
			assertThat(files.read(readings)).isTrue();
			Metric.read()
				.stream()
				.filter((metric) -> before.has(metric) && readings.has(metric)
						&& readings.get(metric) == before.get(metric) && !row.result().contains(metric.jsonName()))
				.forEach(readings::remove);
		}
		return text(readings);
	}

	private String limit(Case row) throws IOException {
		try (CgroupFiles files = open(row)) {
			Limits limits = files.readLimits();
			List<String> known = Stream.of(limits.cpuMillicores(), limits.memoryBytes(), limits.pids())
				.filter(Objects::nonNull)
				.map(MalformedFilesTests::text)
				.toList();
			assertThat(known).hasSizeLessThan(2);
			return known.isEmpty() ? "-" : known.getFirst();
		}
	}

	private String population(Case row) throws IOException {
		try (CgroupFiles files = open(row)) {
			return files.population().name();
		}
	}

	/// Opens a cgroup that has the file of the row and what every cgroup has.
	private CgroupFiles open(Case row) throws IOException {
		Path cgroup = Files.createTempDirectory(tree.cgroupRoot(), "row");
		Files.writeString(cgroup.resolve("cpu.stat"), "usage_usec 7\n");
		Files.writeString(cgroup.resolve(row.file().fileName()), row.content());
		return CgroupFiles.open(cgroup, root());
	}

	private CgroupRoot root() {
		return CgroupRoot.open(tree.cgroupRoot(), tree.procRoot(), this.parseFaults);
	}

	private static String text(Readings readings) {
		return readings.isEmpty() ? "-" : readings.toString().substring(1, readings.toString().length() - 1);
	}

	private static String text(@Nullable Limit limit) {
		return (limit instanceof Limit.Limited(long value)) ? Long.toString(value) : "max";
	}

	static Stream<Case> cases() {
		try (InputStream stream = MalformedFilesTests.class.getResourceAsStream("malformed.txt")) {
			String table = new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
			return table.lines().filter((line) -> !line.isBlank() && !line.startsWith("#")).map(Case::of);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/// A row of the table.
	record Case(KernelFile file, String variant, String content, String result, List<String> faults) {

		static Case of(String line) {
			String[] cells = line.split("(?<!\\\\)\\|", -1);
			assertThat(cells).as(line).hasSize(5);
			KernelFile file = Arrays.stream(KernelFile.values())
				.filter((candidate) -> candidate.fileName().equals(cells[0].strip()))
				.findFirst()
				.orElseThrow();
			String content = cells[2].strip().replace("\\n", "\n").replace("\\t", "\t").replace("\\|", "|");
			List<String> faults = cells[4].strip().equals("-") ? List.of()
					: Arrays.stream(cells[4].strip().split(" ")).map((fault) -> file.fileName() + " " + fault).toList();
			return new Case(file, cells[1].strip(), content, cells[3].strip(), faults);
		}

		@Override
		public String toString() {
			return this.file.fileName() + " " + this.variant;
		}

	}

}
