package io.slicemeter.timeseries;

import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import org.postgresql.ds.PGSimpleDataSource;

/// An agent's way to Postgres as a process of its own, to be killed: samples 50 runs, and
/// writes the number of each tick to a log once its samples were taken.
final class SpoolingProcess {

	static final int RUNS = 50;

	private SpoolingProcess() {
	}

	/// @param arguments the spool's directory, the database's URL, the log, and `sample`
	/// to go on for ever or `drain` to write what is left and end
	public static void main(String[] arguments) throws Exception {
		Path log = Path.of(arguments[2]);
		WriterMetrics metrics = new WriterMetrics(new SimpleMeterRegistry());
		try (OpenedSpool opened = Spools.open(Path.of(arguments[0]), metrics)) {
			DiskSpool spool = opened.spool();
			Writer writer = writer(spool, arguments[1], metrics);
			writer.start();
			if (arguments[3].equals("sample")) {
				sample(spool, log);
			}
			while (spool.depth() > 0) {
				LockSupport.parkNanos(20_000_000);
			}
			writer.stop();
		}
	}

	private static void sample(DiskSpool spool, Path log) throws IOException {
		try (FileOutputStream out = new FileOutputStream(log.toFile(), true)) {
			for (int tick = next(log);; tick++) {
				// unlogged ticks of the process before may be there: numbers are not used
				// twice
				spool.append(tick(tick),
						List.of(new CatalogueRow.OfRun(Metered.started(run(tick % RUNS), tick, null))));
				out.write((tick + "\n").getBytes(StandardCharsets.US_ASCII));
				if (tick % 10 == 0) {
					spool.sync();
				}
				LockSupport.parkNanos(5_000_000);
			}
		}
	}

	private static int next(Path log) throws IOException {
		if (!Files.exists(log)) {
			return 0;
		}
		// a kill can tear the last line
		List<String> lines = Files.readString(log).lines().toList();
		return lines.isEmpty() ? 0 : lines.stream().mapToInt(Integer::parseInt).max().orElseThrow() + 1000;
	}

	private static RunKey run(int number) {
		return new RunKey(Metered.HOST, 1_000_000 + number);
	}

	private static List<Sample> tick(int tick) {
		List<Sample> samples = new ArrayList<>();
		for (int number = 0; number < RUNS; number++) {
			samples.add(new RunSample(run(number), Metered.at(tick * 0.01), 10_000L, false, 1.0,
					Metered.readings(Metric.PIDS, tick, Metric.CPU_USAGE_USEC, tick * 100L)));
		}
		return samples;
	}

	static Writer writer(DiskSpool spool, String url, WriterMetrics metrics) {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl(url);
		dataSource.setConnectTimeout(5);
		TimeseriesProperties properties = new TimeseriesProperties(5_000, Duration.ofMillis(20), Duration.ofSeconds(5),
				Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ZERO, Duration.ofSeconds(5));
		PostgresStore store = new PostgresStore(dataSource, properties.statementTimeout(), properties.lockTimeout());
		return new Writer(spool, store, new Partitions(store, Clock.systemUTC()), metrics, properties);
	}

}
