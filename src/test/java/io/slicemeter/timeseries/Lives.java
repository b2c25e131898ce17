package io.slicemeter.timeseries;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;

import static io.slicemeter.runner.Metric.CPU_USAGE_USEC;
import static io.slicemeter.runner.Metric.IO_READ_BYTES;
import static io.slicemeter.runner.Metric.MEMORY_BYTES;
import static io.slicemeter.runner.Metric.NETWORK_RECEIVED_BYTES;

/// Random lives of runs, over some hours around [Metered#START]: rows every 2 s or so with
/// gaps of up to an hour, restarts, values that could not be read, and closing rows.
final class Lives {

	/// Counters that a row may lack.
	private static final List<Metric> SPARSE = List.of(IO_READ_BYTES, NETWORK_RECEIVED_BYTES);

	private final Random random;

	private final List<CatalogueRow> catalogue = new ArrayList<>();

	private final List<Sample> samples = new ArrayList<>();

	private final Map<RunKey, Map<Metric, Long>> finalCounters = new LinkedHashMap<>();

	private double end;

	private Lives(Random random) {
		this.random = random;
	}

	/// @param from when the first begins, seconds after [Metered#START]
	static Lives of(long seed, double from, int lives, int ticks) {
		Lives all = new Lives(new Random(seed));
		double clock = from + all.random.nextDouble() * 100;
		for (int life = 0; life < lives; life++) {
			double begin = clock;
			clock = all.live(begin, 1 + all.random.nextInt(ticks));
			// restarts, and now and then a life beside the next
			clock += all.random.nextBoolean() ? all.random.nextDouble() : -all.random.nextDouble() * (clock - begin);
		}
		return all;
	}

	private double live(double begin, int ticks) {
		RunKey run = Metered.newRun();
		Metered.Rows rows = Metered.rows(run);
		Map<Metric, Long> counters = new LinkedHashMap<>();
		double clock = begin;
		boolean closes = this.random.nextInt(4) > 0;
		boolean sparse = this.random.nextInt(3) == 0;
		for (int tick = 1; tick <= ticks; tick++) {
			boolean closing = closes && tick == ticks;
			double elapsed = closing ? this.random.nextDouble() : elapsed();
			clock += elapsed;
			counters.merge(CPU_USAGE_USEC, (long) (elapsed * 3e6 * this.random.nextDouble()), Long::sum);
			SPARSE.forEach((metric) -> counters.merge(metric, (long) this.random.nextInt(1_000_000_000), Long::sum));
			List<Object> values = new ArrayList<>(List.of(CPU_USAGE_USEC, counters.get(CPU_USAGE_USEC)));
			for (Metric metric : SPARSE) {
				if (!sparse || tick == ticks || this.random.nextInt(8) > 0) {
					values.addAll(List.of(metric, counters.get(metric)));
				}
			}
			double covered = Math.min(elapsed, 3);
			if (closing) {
				rows.closing(clock, covered, values.toArray());
			}
			else {
				values.addAll(List.of(MEMORY_BYTES, (long) this.random.nextInt(1 << 30)));
				rows.row(clock, covered, values.toArray());
			}
		}
		this.catalogue.add(new CatalogueRow.OfRun(Metered.started(run, begin, closes ? clock : null)));
		this.samples.addAll(rows.samples());
		this.finalCounters.put(run, counters);
		this.end = Math.max(this.end, clock);
		return clock;
	}

	private double elapsed() {
		int kind = this.random.nextInt(100);
		if (kind == 0) {
			return 100 + this.random.nextDouble() * 3000;
		}
		return (kind < 6) ? 5 + this.random.nextDouble() * 60 : 1.9 + this.random.nextDouble() * 0.2;
	}

	List<CatalogueRow> catalogue() {
		return this.catalogue;
	}

	List<Sample> samples() {
		return this.samples;
	}

	/// The last value of each counter of each run.
	Map<RunKey, Map<Metric, Long>> finalCounters() {
		return this.finalCounters;
	}

	List<RunKey> runs() {
		return List.copyOf(this.finalCounters.keySet());
	}

	/// When the last one ends, seconds after [Metered#START].
	double end() {
		return this.end;
	}

}
