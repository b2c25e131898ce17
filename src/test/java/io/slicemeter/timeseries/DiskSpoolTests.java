package io.slicemeter.timeseries;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DiskSpoolTests {

	private final Spools.Losses losses = new Spools.Losses();

	private final RunKey run = Metered.newRun();

	@TempDir
	private Path directory;

	private DiskSpool open() {
		return Spools.open(this.directory, this.losses).spool();
	}

	private List<RunSample> samples(int from, int to) {
		return IntStream.range(from, to)
			.mapToObj((number) -> new RunSample(this.run, Metered.at(number), 2_000_000L, false, 12.5,
					Metered.readings(Metric.PIDS, number)))
			.toList();
	}

	private static CatalogueRow row(RunRecord record) {
		return new CatalogueRow.OfRun(record);
	}

	private static List<Long> pids(Batch batch) {
		return batch.samples().stream().map((sample) -> sample.readings().get(Metric.PIDS)).toList();
	}

	@Test
	void givesTheOldestUntilTheyAreWritten() throws SQLException {
		try (DiskSpool spool = open()) {
			spool.append(samples(0, 3), List.of());
			spool.append(samples(3, 6), List.of());
			assertThat(spool.depth()).isEqualTo(6);
			assertThat(spool.oldest()).isEqualTo(Metered.at(0));
			Batch first = spool.next(2);
			assertThat(pids(first)).containsExactly(0L, 1L, 2L);
			assertThat(pids(spool.next(2))).as("not written").isEqualTo(pids(first));
			spool.commit(first);
			assertThat(spool.depth()).isEqualTo(3);
			assertThat(pids(spool.next(100))).containsExactly(3L, 4L, 5L);
			assertThat(spool.oldest()).isEqualTo(Metered.at(3));
		}
	}

	@Test
	void whatWasTakenInIsThereAfterAnotherStart() throws SQLException {
		List<Sample> all = new ArrayList<>(samples(0, 5));
		all.add(new SliceSample(Metered.HOST, Metered.SLICE, Metered.at(5), null, null,
				Metered.readings(Metric.MEMORY_BYTES, 7)));
		all.add(new HostSample(Metered.HOST, Metered.at(6), 2_000_000L, 1.25, 42L,
				Metered.readings(Metric.CPU_USAGE_USEC, Long.MAX_VALUE)));
		all.add(new RunSample(this.run, Metered.at(7), 1L, true, null, Metered.readings(Metric.OOM_KILLS, 0)));
		try (DiskSpool spool = open()) {
			spool.append(all, List.of());
		}
		try (DiskSpool spool = open()) {
			assertThat(spool.depth()).isEqualTo(8);
			assertThat(spool.next(100).samples()).isEqualTo(all);
		}
	}

	@Test
	void whatWasWrittenIsSentAgainAfterALostConnectionAndAfterAnotherStart() throws SQLException {
		try (DiskSpool spool = open()) {
			spool.append(samples(0, 3), List.of(row(Metered.started(this.run, 0, null))));
			spool.commit(spool.next(100));
			assertThat(spool.next(100).isEmpty()).isTrue();
			spool.rewind();
			assertThat(spool.next(100).samples()).hasSize(3);
			assertThat(spool.next(100).catalogue()).hasSize(1);
			spool.commit(spool.next(100));
		}
		try (DiskSpool spool = open()) {
			assertThat(spool.next(100).samples()).hasSize(3);
		}
	}

	@Test
	void whatWasWrittenLongAgoIsForgotten() throws SQLException {
		try (DiskSpool spool = Spools.open(this.directory, DataSize.ofGigabytes(1), Duration.ZERO, this.losses)
			.spool()) {
			RunKey ended = Metered.newRun();
			spool.append(samples(0, 3),
					List.of(row(Metered.started(this.run, 0, null)), row(Metered.started(ended, 0, 1.0))));
			spool.append(samples(3, 4), List.of());
			spool.commit(spool.next(1));
			spool.forgetWritten();
			spool.rewind();
			Batch again = spool.next(100);
			assertThat(pids(again)).containsExactly(3L);
			assertThat(again.catalogue()).extracting(CatalogueRow::key)
				.containsExactly(row(Metered.started(this.run, 0, null)).key());
		}
	}

	@Test
	void ofTheCatalogueTheNewestRevisionCountsAlsoOverAStart() throws SQLException {
		RunRecord first = Metered.started(this.run, 0, null).atRevision(5);
		RunRecord newer = first.ended(Metered.at(9), 3, null).atRevision(6);
		try (DiskSpool spool = open()) {
			spool.append(List.of(), List.of(row(first)));
			Batch batch = spool.next(100);
			spool.append(List.of(), List.of(row(newer)));
			spool.append(List.of(), List.of(row(first)));
			spool.commit(batch);
			assertThat(spool.next(100).catalogue()).as("came while the older was written").containsExactly(row(newer));
		}
		try (DiskSpool spool = open()) {
			spool.append(List.of(), List.of(row(first)));
			assertThat(spool.next(100).catalogue()).containsExactly(row(newer));
		}
	}

	@Test
	void aFullSpoolDropsTheOldestAndCountsThem() throws SQLException {
		try (DiskSpool spool = Spools.open(this.directory, DataSize.ofMegabytes(1), Duration.ofMinutes(5), this.losses)
			.spool()) {
			spool.append(List.of(), List.of(row(Metered.started(this.run, 0, null))));
			int appended = 0;
			for (; this.losses.full == 0; appended += 1000) {
				spool.append(samples(appended, appended + 1000), List.of());
			}
			assertThat(spool.bytes()).isLessThanOrEqualTo(1 << 20);
			assertThat(spool.depth()).isEqualTo(appended - this.losses.full);
			assertThat(pids(spool.next(1)).getFirst()).isEqualTo(this.losses.full);
			assertThat(spool.next(1).catalogue()).as("is never dropped").hasSize(1);
		}
	}

	@Test
	void theFileDoesNotGrowWithWhatPassesThrough() throws SQLException, IOException {
		try (DiskSpool spool = Spools.open(this.directory, DataSize.ofGigabytes(1), Duration.ZERO, this.losses)
			.spool()) {
			for (int round = 0; round < 100; round++) {
				spool.append(samples(0, 1000), List.of());
				spool.commit(spool.next(1000));
				spool.forgetWritten();
				spool.sync();
			}
		}
		try (var files = Files.list(this.directory)) {
			assertThat(files.filter((file) -> file.toString().contains("spool.db"))
				.mapToLong((file) -> file.toFile().length())
				.sum()).isLessThan(1_000_000);
		}
	}

	@Test
	void aTornTailCostsNoMoreThanWhatWasTorn() throws SQLException, IOException {
		Path log = this.directory.resolve("spool.db-wal");
		DiskSpool killed = open();
		killed.append(samples(0, 100), List.of());
		killed.sync();
		killed.append(samples(100, 200), List.of());
		long whole = Files.size(log);
		killed.append(samples(200, 300), List.of());
		// as the disk looks after a power cut: a copy, the last write torn
		Path torn = Files.createDirectory(this.directory.resolve("torn"));
		Files.copy(this.directory.resolve("spool.db"), torn.resolve("spool.db"));
		Files.copy(log, torn.resolve("spool.db-wal"));
		try (FileChannel channel = FileChannel.open(torn.resolve("spool.db-wal"), StandardOpenOption.WRITE)) {
			channel.truncate(whole + 1000);
		}
		killed.close();
		try (DiskSpool spool = Spools.open(torn, this.losses).spool()) {
			assertThat(spool.depth()).isEqualTo(200);
			spool.append(samples(300, 301), List.of());
			assertThat(pids(spool.next(1000))).hasSize(201).endsWith(199L, 300L);
		}
	}

	@Test
	void samplesThatCantBeReadAreLeftOutAndCounted() throws SQLException {
		try (DiskSpool spool = open()) {
			spool.append(samples(0, 3), List.of());
			spool.append(samples(3, 5), List.of());
		}
		try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + this.directory.resolve("spool.db"));
				Statement statement = connection.createStatement()) {
			statement.execute("update block set content = x'7f0102' where number = 1");
		}
		try (DiskSpool spool = open()) {
			Batch batch = spool.next(100);
			assertThat(pids(batch)).containsExactly(3L, 4L);
			assertThat(this.losses.unreadable).isEqualTo(3);
			spool.commit(batch);
			assertThat(spool.depth()).isZero();
		}
	}

	@Test
	void theRunsThatWereLeftOpenHaveTheirNewestSamples() throws SQLException {
		RunKey over = Metered.newRun();
		RunKey never = Metered.newRun();
		try (DiskSpool spool = open()) {
			spool.append(samples(0, 9), List.of(row(Metered.started(this.run, 0, null)),
					row(Metered.started(over, 0, 3.0)), row(Metered.started(never, 4, null))));
			spool.append(List.of(new HostSample(Metered.HOST, Instant.now(), null, null, null,
					Metered.readings(Metric.MEMORY_BYTES, 1))), List.of());
		}
		OpenedSpool opened = Spools.open(this.directory, this.losses);
		opened.close();
		assertThat(opened.leftOpen())
			.extracting((run) -> run.record().key(), OpenRun::lastAt, (run) -> run.last().isEmpty())
			.containsExactlyInAnyOrder(org.assertj.core.api.Assertions.tuple(this.run, Metered.at(8), false),
					org.assertj.core.api.Assertions.tuple(never, Metered.at(4), true));
	}

	@Test
	void aSecondProcessIsToldThatTheSpoolIsInUse() throws SQLException {
		try (DiskSpool _ = open()) {
			assertThatExceptionOfType(SpoolUnusableException.class).isThrownBy(this::open)
				.withMessageContaining(this.directory.toString())
				.withMessageContaining("in use by another Slicemeter")
				.satisfies((ex) -> assertThat(ex.action()).contains("slicemeter.spool.directory"));
		}
	}

	@Test
	void aDirectoryThatCantBeMadeIsNamedWithWhatIsNeeded() throws IOException {
		Path file = Files.createFile(this.directory.resolve("file"));
		assertThatExceptionOfType(SpoolUnusableException.class)
			.isThrownBy(() -> Spools.open(file.resolve("spool"), this.losses))
			.withMessageContaining(file.resolve("spool").toString())
			.withMessageContaining(System.getProperty("user.name"));
	}

	@Test
	void aSpoolOfANewerVersionIsRefused() throws SQLException {
		open().close();
		try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + this.directory.resolve("spool.db"));
				Statement statement = connection.createStatement()) {
			statement.execute("pragma user_version = 2");
		}
		assertThatExceptionOfType(SpoolUnusableException.class).isThrownBy(this::open)
			.withMessageContaining("written by a newer version");
	}

}
