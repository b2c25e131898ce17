package io.slicemeter.cgroup;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ParseFaultsTests {

	private static final Path FILE = Path.of("/sys/fs/cgroup/ci.slice/cpu.stat");

	@Test
	void countsPerKindOfFileAndFaultAndTellsOfTheFirst() {
		List<String> told = new ArrayList<>();
		ParseFaults faults = new ParseFaults(
				(file, fault, path, count) -> told.add("%s %s %s %d".formatted(file, fault.label(), path, count)));

		faults.add(KernelFile.CPU_STAT, Fault.MISSING_KEY, FILE);
		faults.add(KernelFile.CPU_STAT, Fault.MISSING_KEY, FILE);
		faults.add(KernelFile.CPU_STAT, Fault.TOO_LARGE, FILE);

		assertThat(told).containsExactly("CPU_STAT missing-key " + FILE + " 1", "CPU_STAT missing-key " + FILE + " 2",
				"CPU_STAT too-large " + FILE + " 1");
		assertThat(faults.count(KernelFile.CPU_STAT, Fault.MISSING_KEY)).isEqualTo(2);
		assertThat(faults.count(KernelFile.IO_STAT, Fault.MISSING_KEY)).isZero();
		assertThat(faults.total()).isEqualTo(3);
	}

	@Test
	void losesNothingWhenSeveralThreadsCount() throws InterruptedException {
		ParseFaults faults = new ParseFaults();
		CountDownLatch start = new CountDownLatch(1);
		List<Thread> threads = IntStream.range(0, 4).mapToObj((number) -> Thread.ofPlatform().start(() -> {
			awaitUninterruptibly(start);
			for (int count = 0; count < 10_000; count++) {
				faults.add(KernelFile.IO_STAT, Fault.MALFORMED, FILE);
			}
		})).toList();

		start.countDown();
		for (Thread thread : threads) {
			thread.join();
		}

		assertThat(faults.total()).isEqualTo(40_000);
	}

	private static void awaitUninterruptibly(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
