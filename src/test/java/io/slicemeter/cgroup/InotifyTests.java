package io.slicemeter.cgroup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.slicemeter.cgroup.Inotify.Interest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@EnabledOnOs(OS.LINUX)
@Timeout(60)
class InotifyTests {

	private static final Inotify.FileName EVENTS = new Inotify.FileName("cgroup.events");

	private static final int AT_ONCE = 0;

	private static final int SOON = 5_000;

	@TempDir
	private Path directory;

	private static List<String> told(Inotify inotify, int timeoutMillis) {
		List<String> told = new ArrayList<>();
		inotify.await(timeoutMillis,
				(event) -> told.add("%d%s%s%s".formatted(event.watch(), event.isOf(EVENTS) ? " events" : "",
						event.isEnd() ? " end" : "", event.isOverflow() ? " overflow" : "")));
		return told;
	}

	@Test
	void tellsWhichFileOfWhichDirectoryWasModified() throws IOException {
		Path other = Files.createDirectory(this.directory.resolve("other"));
		Path file = Files.createFile(this.directory.resolve("cgroup.events"));
		try (Inotify inotify = Inotify.open()) {
			int watch = inotify.watch(this.directory, Interest.MODIFIED);
			int second = inotify.watch(other, Interest.MODIFIED);
			assertThat(inotify.watch(this.directory, Interest.MODIFIED)).as("the same again").isEqualTo(watch);
			Files.writeString(file, "populated 0");
			assertThat(told(inotify, SOON)).first().isEqualTo(watch + " events");
			for (String name : List.of("cgroup.event", "cgroup.events.local", "cpu.max")) {
				Files.writeString(other.resolve(name), "x");
			}
			assertThat(told(inotify, SOON)).isNotEmpty().containsOnly(String.valueOf(second));
		}
	}

	@Test
	void tellsWhatAppearsAndThatADirectoryIsGone() throws IOException {
		Path slice = Files.createDirectory(this.directory.resolve("ci.slice"));
		try (Inotify inotify = Inotify.open()) {
			int watch = inotify.watch(slice, Interest.CREATED);
			Path scope = Files.createDirectory(slice.resolve("docker-1.scope"));
			assertThat(told(inotify, SOON)).containsExactly(String.valueOf(watch));
			Files.delete(scope);
			assertThat(told(inotify, AT_ONCE)).as("of no interest").isEmpty();
			Files.delete(slice);
			assertThat(told(inotify, SOON)).containsExactly(watch + " end");
		}
	}

	@Test
	void anUnwatchedDirectoryTellsItsEndAndNoMore() throws IOException {
		try (Inotify inotify = Inotify.open()) {
			int watch = inotify.watch(this.directory, Interest.CREATED);
			inotify.unwatch(watch);
			assertThat(told(inotify, SOON)).containsExactly(watch + " end");
			Files.createFile(this.directory.resolve("x"));
			assertThat(told(inotify, AT_ONCE)).isEmpty();
			inotify.unwatch(watch);
		}
	}

	@Test
	void tellsThatEventsWereLost() throws IOException {
		int queue = limit("max_queued_events");
		try (Inotify inotify = Inotify.open()) {
			inotify.watch(this.directory, Interest.CREATED);
			for (int number = 0; number < queue + 100; number++) {
				Files.createFile(this.directory.resolve("f" + number));
			}
			List<String> told = new ArrayList<>();
			List<String> next = told(inotify, AT_ONCE);
			while (!next.isEmpty()) {
				told.addAll(next);
				next = told(inotify, AT_ONCE);
			}
			assertThat(told).hasSizeLessThan(queue + 100).last().isEqualTo("-1 overflow");
		}
	}

	@Test
	void stoppingEndsTheWait() throws Exception {
		try (Inotify inotify = Inotify.open()) {
			CompletableFuture<Integer> waiting = CompletableFuture.supplyAsync(() -> inotify.await(-1, (event) -> {
			}));
			inotify.stop();
			assertThat(waiting.get(10, TimeUnit.SECONDS)).isZero();
		}
	}

	@Test
	void whatIsNotThereIsNamedAndWhatIsOverIsSaidSo() throws IOException {
		Inotify inotify = Inotify.open();
		assertThatExceptionOfType(NoSuchFileException.class)
			.isThrownBy(() -> inotify.watch(this.directory.resolve("nothing"), Interest.CREATED))
			.withMessageContaining("nothing");
		inotify.close();
		inotify.close();
		inotify.unwatch(1);
		inotify.stop();
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> inotify.watch(this.directory, Interest.CREATED))
			.withMessageContaining("watching is over");
	}

	@Test
	void aReachedLimitIsNamed() throws IOException {
		int instances = limit("max_user_instances");
		List<Inotify> opened = new ArrayList<>();
		try {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> {
				for (int number = 0; number <= instances; number++) {
					opened.add(Inotify.open());
				}
			}).withMessageContaining("fs.inotify.max_user_instances is reached");
		}
		finally {
			opened.forEach(Inotify::close);
		}
	}

	@Test
	void aThreadThatWasRaisedDoesNotRaiseThoseThatItStarts() throws InterruptedException, IOException {
		List<String> policies = new ArrayList<>();
		List<Urgency> raised = new ArrayList<>();
		Thread thread = new Thread(() -> {
			raised.add(Urgency.raise());
			policies.add(policyOfThisThread());
			Thread started = new Thread(() -> policies.add(policyOfThisThread()));
			started.start();
			join(started);
		});
		thread.start();
		thread.join();
		assertThat(raised).hasSize(1);
		assertThat(policies.getFirst()).isEqualTo((raised.getFirst() == Urgency.REAL_TIME) ? "1" : "0");
		assertThat(policies.getLast()).isEqualTo("0");
	}

	/// Such a file has to be read in one go: a second read finds nothing.
	private static int limit(String name) throws IOException {
		try (InputStream in = Files.newInputStream(Path.of("/proc/sys/fs/inotify", name))) {
			return Integer.parseInt(new String(in.readNBytes(64), StandardCharsets.US_ASCII).strip());
		}
	}

	/// The 41st column of `/proc/thread-self/stat`: 0 is `SCHED_OTHER`, 1 is
	/// `SCHED_FIFO`.
	private static String policyOfThisThread() {
		try {
			String stat = Files.readString(Path.of("/proc/thread-self/stat"));
			return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[38];
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static void join(Thread thread) {
		try {
			thread.join();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
