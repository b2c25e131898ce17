package io.slicemeter.timeseries;

import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/// How often values lie where: fixed logarithmic bins, 16 to a doubling, so that
/// histograms of any times and keys can be added. A percentile is off by a bin's
/// width at most, 4.4 % of its value. Bin 0 holds what is below 1, bin n what lies in 2^((n−1)/16) ..
/// 2^(n/16).
final class Histogram {

	private static final double PER_DOUBLING = 16;

	private final TreeMap<Integer, Double> looks = new TreeMap<>();

	private double total;

	void add(int bin, double looks) {
		this.looks.merge(bin, looks, Double::sum);
		this.total += looks;
	}

	/// The value that a share of the looks does not exceed, null without any look; within
	/// a bin they lie evenly.
	/// @param least no value is less
	/// @param greatest no value is greater
	@Nullable Double percentile(double share, double least, double greatest) {
		if (this.total <= 0) {
			return null;
		}
		double wanted = share * this.total;
		double before = 0;
		for (Map.Entry<Integer, Double> bin : this.looks.entrySet()) {
			if (before + bin.getValue() >= wanted) {
				double low = lowerEdge(bin.getKey());
				double high = lowerEdge(bin.getKey() + 1);
				return clamped(low + (high - low) * (wanted - before) / bin.getValue(), least, greatest);
			}
			before += bin.getValue();
		}
		return greatest;
	}

	private static double clamped(double value, double least, double greatest) {
		return Math.max(least, Math.min(greatest, value));
	}

	static double lowerEdge(int bin) {
		return (bin == 0) ? 0 : Math.pow(2, (bin - 1) / PER_DOUBLING);
	}

}
