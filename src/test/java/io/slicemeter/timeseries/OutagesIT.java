package io.slicemeter.timeseries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;

/// No outage, of whatever kind, makes good rows bad: they are kept, and written when it
/// is over.
class OutagesIT {

	private final PGSimpleDataSource owner = TestDatabase.EMBEDDED.migrated();

	private final JdbcClient database = JdbcClient.create(this.owner);

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private final WriterMetrics metrics = new WriterMetrics(this.registry);

	@TempDir
	private Path directory;

	@TempDir
	private Path mounted;

	private boolean isMounted;

	@AfterEach
	void unmount() throws Exception {
		if (this.isMounted) {
			run("umount", "--lazy", this.mounted.toString());
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					42P01 | alter table run_sample rename to gone | alter table gone rename to run_sample
					42703 | alter table run_sample rename pids to tids | alter table run_sample rename tids to pids
					42501 | revoke insert on run_sample from writing | grant insert on run_sample to writing
					25006 | alter role writing set default_transaction_read_only = on | alter role writing reset default_transaction_read_only
					53300 | alter role writing connection limit 0 | alter role writing connection limit -1
					28000 | alter role writing nologin | alter role writing login
					""")
	void whatIsMissingOrForbiddenIsWaitedFor(String state, String begin, String end) throws SQLException {
		this.database.sql("""
				do $$ begin
					create role writing login;
				exception when duplicate_object then null; end $$""").update();
		this.database.sql("grant select, insert, update on all tables in schema public to writing").update();
		this.database.sql("grant execute on all functions in schema public to writing").update();
		this.database.sql(begin).update();
		survive("writing", () -> this.database.sql(end).update());
	}

	@Test
	void aFullDiskOfTheDatabaseIsWaitedFor() throws Exception {
		mount("700k");
		this.database.sql("create tablespace small location '%s'".formatted(this.mounted)).update();
		LocalDate day = LocalDate.ofInstant(Metered.START, ZoneOffset.UTC);
		this.database.sql("select ensure_partition(?)").param(day).query((_) -> {
		});
		String partition = "run_sample_" + DateTimeFormatter.BASIC_ISO_DATE.format(day);
		this.database.sql("alter table %s set tablespace small".formatted(partition)).update();
		survive("postgres",
				() -> this.database.sql("alter table %s set tablespace pg_default".formatted(partition)).update());
	}

	private void survive(String user, Runnable end) throws SQLException {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl(this.owner.getURL());
		dataSource.setUser(user);
		TimeseriesProperties properties = new TimeseriesProperties(5_000, Duration.ofMillis(10), Duration.ofSeconds(5),
				Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ZERO, Duration.ofSeconds(5));
		PostgresStore store = new PostgresStore(dataSource, properties.statementTimeout(), properties.lockTimeout());
		try (OpenedSpool opened = Spools.open(this.directory, this.metrics)) {
			Writer writer = new Writer(opened.spool(), store, new Partitions(store, Clock.systemUTC()), this.metrics,
					properties);
			RunKey run = Metered.newRun();
			for (int block = 0; block < 10; block++) {
				int first = block * 1000;
				opened.spool()
					.append(IntStream.range(first, first + 1000)
						.mapToObj((number) -> new RunSample(run, Metered.at(number * 0.001), 1000L, false, 1.0,
								Metered.readings(Metric.PIDS, number)))
						.toList(), List.of());
			}
			writer.start();
			Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> writer.failure() != null);
			end.run();
			Awaitility.await().atMost(60, TimeUnit.SECONDS).until(() -> opened.spool().depth() == 0);
			writer.stop();
		}
		assertThat(this.database.sql("select count(*) from run_sample").query(Long.class).single()).isEqualTo(10_000);
		assertThat(this.registry.get("slicemeter.timeseries.rows.set.aside").counter().count()).isZero();
	}

	@Test
	void aFullDiskOfTheSpoolIsWaitedFor() throws Exception {
		mount("3m");
		Path filler = this.mounted.resolve("filler");
		try (OpenedSpool opened = Spools.open(Files.createDirectory(this.mounted.resolve("spool")),
				DataSize.ofGigabytes(1), Duration.ofMinutes(5), this.metrics)) {
			HandOver intake = new HandOver(opened.spool(), 100_000, Duration.ofMillis(200), this.metrics);
			intake.start();
			Files.write(filler, new byte[1_200_000]);
			RunKey run = Metered.newRun();
			int taken = 0;
			while (intake.failure() == null) {
				assertThat(intake.append(samples(run, taken))).isZero();
				taken += 100;
				LockSupport.parkNanos(2_000_000);
			}
			assertThat(intake.failure()).contains("full");
			for (int more = 0; more < 20; more++, taken += 100) {
				assertThat(intake.append(samples(run, taken))).isZero();
			}
			Files.delete(filler);
			Awaitility.await().atMost(30, TimeUnit.SECONDS).until(() -> intake.failure() == null);
			intake.stop();
			assertThat(opened.spool().depth()).isEqualTo(taken);
			assertThat(opened.spool().next(Integer.MAX_VALUE).samples()).hasSize(taken);
		}
	}

	private static List<RunSample> samples(RunKey run, int first) {
		return IntStream.range(first, first + 100)
			.mapToObj((number) -> new RunSample(run, Metered.at(number * 0.001), 1000L, false, 1.0,
					Metered.readings(Metric.PIDS, number)))
			.toList();
	}

	private void mount(String size) throws Exception {
		Assumptions.assumeTrue(
				run("mount", "-t", "tmpfs", "-o", "mode=1777,size=" + size, "tmpfs", this.mounted.toString()) == 0,
				"mounting needs root");
		this.isMounted = true;
	}

	private static int run(String... command) throws IOException, InterruptedException {
		return new ProcessBuilder(command).inheritIO().start().waitFor();
	}

}
