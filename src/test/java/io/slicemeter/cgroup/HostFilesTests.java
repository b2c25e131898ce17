package io.slicemeter.cgroup;

import java.io.UncheckedIOException;
import java.nio.file.Path;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.testing.CgroupTree;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class HostFilesTests {

	@TempDir
	Path directory;

	private final ParseFaults faults = new ParseFaults();

	private final Readings readings = new Readings();

	private CgroupTree tree;

	@BeforeEach
	void makeTree() {
		this.tree = CgroupTree.create(this.directory);
	}

	@Test
	void readsCpuMemoryAndPressure() {
		try (HostFiles host = HostFiles.open(this.tree.procRoot(), this.faults)) {
			assertThat(host.read(this.readings)).isTrue();

			// user 13646 + nice 10 + system 3587 + irq 3 + softirq 79 + steal 25 = 17350
			// ticks
			assertThat(this.readings).hasToString("{cpuUsageUsec=173500000, memoryBytes=4294967296, "
					+ "cpuPressureSomeUsec=28924457, cpuPressureFullUsec=0, memoryPressureSomeUsec=1200, "
					+ "memoryPressureFullUsec=900, ioPressureSomeUsec=3745472, ioPressureFullUsec=3416052}");
			assertThat(host.cpus()).isEqualTo(4);
			assertThat(host.memoryTotalBytes()).hasValue(17_179_869_184L);
			assertThat(host.memoryAvailableBytes()).hasValue(12_884_901_888L);
			assertThat(host.cpuMegahertz()).hasValue(2498);
			assertThat(host.kernelRelease()).hasValue("6.12.48");
		}
		assertThat(this.faults.total()).isZero();
	}

	@Test
	void knowsCpusAndMemoryAsSoonAsItIsOpen() {
		try (HostFiles host = HostFiles.open(this.tree.procRoot(), this.faults)) {
			assertThat(host.cpus()).isEqualTo(4);
			assertThat(host.memoryTotalBytes()).isPresent();
		}
	}

	@Test
	void followsWhatChanges() {
		try (HostFiles host = HostFiles.open(this.tree.procRoot(), this.faults)) {
			this.tree.proc("stat", "cpu  100 0 0 5 0 0 0 0 50 0\ncpu0 100 0 0 5 0 0 0 0 50 0\nintr 1\n");
			this.tree.proc("meminfo", "MemTotal: 1000 kB\nMemAvailable: 900 kB\n");

			host.read(this.readings);

			assertThat(this.readings.get(Metric.CPU_USAGE_USEC)).isEqualTo(1_000_000);
			assertThat(this.readings.get(Metric.MEMORY_BYTES)).isEqualTo(102_400);
			assertThat(host.cpus()).isEqualTo(1);
		}
	}

	@Test
	void hasNoUsedMemoryWhereTheKernelDoesNotSayWhatIsAvailable() {
		this.tree.proc("meminfo", "MemTotal: 1000 kB\nMemFree: 900 kB\n");
		try (HostFiles host = HostFiles.open(this.tree.procRoot(), this.faults)) {
			host.read(this.readings);

			assertThat(this.readings.has(Metric.MEMORY_BYTES)).isFalse();
			assertThat(host.memoryTotalBytes()).hasValue(1_024_000);
			assertThat(host.memoryAvailableBytes()).isEmpty();
		}
		assertThat(this.faults.total()).isZero();
	}

	@Test
	void hasNoFrequencyWhereTheKernelDoesNotTell() {
		this.tree.proc("cpuinfo", "processor\t: 0\nBogoMIPS\t: 50.00\n");
		try (HostFiles host = HostFiles.open(this.tree.procRoot(), this.faults)) {
			assertThat(host.cpuMegahertz()).isEmpty();
		}
	}

	@Test
	void refusesADirectoryThatIsNoProc() {
		Path empty = this.directory.resolve("nothing");

		assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> HostFiles.open(empty, this.faults))
			.withMessageContaining(empty.toString());
	}

	@Test
	void readsTheHostThatItRunsOn() {
		try (HostFiles host = HostFiles.open(Path.of("/proc"), this.faults)) {
			assertThat(host.read(this.readings)).isTrue();
			assertThat(this.readings.get(Metric.CPU_USAGE_USEC)).isPositive();
			assertThat(this.readings.get(Metric.MEMORY_BYTES)).isBetween(1L, host.memoryTotalBytes().orElseThrow());
			assertThat(host.cpus()).isPositive();
		}
		assertThat(this.faults.total()).isZero();
	}

}
