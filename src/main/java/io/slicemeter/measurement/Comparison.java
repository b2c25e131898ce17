package io.slicemeter.measurement;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

import io.slicemeter.measurement.UsageReport.PerThousand;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.jspecify.annotations.Nullable;

/// How two measurements differ.
///
/// Whether their latencies do is tested by Mann and Whitney's U test (two-sided), which
/// asks for no shape of the distributions. Of each measurement at most 20,000 requests
/// enter, evenly spaced, which bounds the time it takes.
///
/// @param differences each figure of both, and how they differ
/// @param test of the latencies; null where one has none
public record Comparison(Map<String, Difference> differences, @Nullable Test test) {

	static final int MOST_SAMPLES = 20_000;

	private static final double SIGNIFICANT = 0.05;

	/// A figure of both.
	///
	/// @param a of the one
	/// @param b of the other
	/// @param difference b − a; null where either is not known
	/// @param ratio b ÷ a; null where either is not known, or a is 0
	public record Difference(@Nullable Double a, @Nullable Double b, @Nullable Double difference,
			@Nullable Double ratio) {

		static Difference of(@Nullable Double a, @Nullable Double b) {
			if (a == null || b == null) {
				return new Difference(a, b, null, null);
			}
			return new Difference(a, b, b - a, (a != 0) ? b / a : null);
		}

	}

	/// What the test says.
	///
	/// @param name which test
	/// @param samplesA how many requests of the one entered
	/// @param samplesB how many of the other
	/// @param statistic U of the one
	/// @param pValue how likely such a difference, or a larger one, is by chance
	/// @param significant whether that is less likely than 5 %
	/// @param probabilityThatBIsSlower of a random request of each, how likely b's takes
	/// longer (a tie counts half)
	public record Test(String name, int samplesA, int samplesB, double statistic, double pValue, boolean significant,
			double probabilityThatBIsSlower) {
	}

	static Comparison of(Measurement one, UsageReport oneUsage, double[] a, Measurement other, UsageReport otherUsage,
			double[] b) {
		LatencyFigures first = one.figures(java.time.Instant.now());
		LatencyFigures second = other.figures(java.time.Instant.now());
		Map<String, Difference> differences = new LinkedHashMap<>();
		Figures<LatencyFigures> latency = new Figures<>(first, second, differences);
		latency.put("count", (figures) -> (double) figures.count());
		latency.put("errors", (figures) -> (double) figures.errors());
		latency.put("timeouts", (figures) -> (double) figures.timeouts());
		latency.put("throughputPerSecond", LatencyFigures::throughputPerSecond);
		latency.put("meanSeconds", (figures) -> figures.latency().mean());
		latency.put("p50Seconds", (figures) -> figures.latency().p50());
		latency.put("p90Seconds", (figures) -> figures.latency().p90());
		latency.put("p95Seconds", (figures) -> figures.latency().p95());
		latency.put("p99Seconds", (figures) -> figures.latency().p99());
		latency.put("p999Seconds", (figures) -> figures.latency().p999());
		latency.put("maxSeconds", (figures) -> figures.latency().max());
		Figures<@Nullable PerThousand> usage = new Figures<>(oneUsage.totals().perThousand(first.count()),
				otherUsage.totals().perThousand(second.count()), differences);
		usage.put("cpuSecondsPerThousandRequests", (figures) -> (figures != null) ? figures.cpuSeconds() : null);
		usage.put("networkBytesPerThousandRequests", (figures) -> (figures != null) ? figures.networkBytes() : null);
		usage.put("memoryPeakBytesPerThousandRequests",
				(figures) -> (figures != null) ? figures.memoryPeakBytes() : null);
		return new Comparison(differences, test(a, b));
	}

	static @Nullable Test test(double[] a, double[] b) {
		if (a.length == 0 || b.length == 0) {
			return null;
		}
		MannWhitneyUTest.Result result = MannWhitneyUTest.withDefaults().test(a, b);
		return new Test("mann-whitney-u", a.length, b.length, result.getStatistic(), result.getPValue(),
				result.getPValue() < SIGNIFICANT, 1 - result.getStatistic() / ((double) a.length * b.length));
	}

	private record Figures<T extends @Nullable Object>(T a, T b, Map<String, Difference> into) {

		void put(String name, Function<T, @Nullable Double> figure) {
			this.into.put(name, Difference.of(figure.apply(this.a), figure.apply(this.b)));
		}

	}

}
