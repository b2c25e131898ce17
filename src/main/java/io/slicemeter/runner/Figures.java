package io.slicemeter.runner;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// How figures are shown: by the names of their metrics, and no longer than they are
/// true.
public final class Figures {

	private static final int DECIMALS = 3;

	private Figures() {
	}

	/// A figure with at most three decimals, and none if it is whole; null where there is
	/// none.
	public static @Nullable BigDecimal rounded(@Nullable Double value) {
		if (value == null || !Double.isFinite(value)) {
			return null;
		}
		BigDecimal rounded = BigDecimal.valueOf(value).setScale(DECIMALS, RoundingMode.HALF_UP).stripTrailingZeros();
		// a negative scale would be written with an exponent
		return (rounded.scale() < 0) ? rounded.setScale(0) : rounded;
	}

	/// A figure of any kind as it is shown.
	public static @Nullable Number shown(@Nullable Number value) {
		return (value instanceof Double gauge) ? rounded(gauge) : value;
	}

	/// Values by the names of all metrics, null where one is absent.
	public static Map<String, @Nullable Number> byName(Map<Metric, ? extends Number> values) {
		Map<String, @Nullable Number> figures = new LinkedHashMap<>();
		for (Metric metric : Metric.values()) {
			figures.put(metric.jsonName(), shown(values.get(metric)));
		}
		return figures;
	}

}
