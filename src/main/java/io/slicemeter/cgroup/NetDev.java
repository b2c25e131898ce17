package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;

/// `/proc/<pid>/net/dev`: counters of every interface in the process's network namespace. Two lines of headings, then
/// `name: ` with 8 figures of what was received and 8 of what was sent.
///
/// Without an interface of the runner's own its metrics are absent, not 0: `eth0` comes a moment after the namespace and is
/// gone before it. A malformed figure costs its sum, as a sum without a part would fall.
final class NetDev {

	private static final byte[] LOOPBACK = "lo".getBytes(StandardCharsets.US_ASCII);

	/// How many figures a line has at least; kernels may append more.
	private static final int COLUMNS = 12;

	private static final int RECEIVED_BYTES = 0;

	private static final int RECEIVED_PACKETS = 1;

	private static final int RECEIVED_ERRORS = 2;

	private static final int RECEIVED_DROPS = 3;

	private static final int SENT_BYTES = 8;

	private static final int SENT_PACKETS = 9;

	private static final int SENT_ERRORS = 10;

	private static final int SENT_DROPS = 11;

	private NetDev() {
	}

	static void parse(Text text, Readings into, InterfacePattern interfaces) {
		forget(into);
		boolean interfaceSeen = false;
		long lost = 0;
		while (text.nextLine()) {
			if (text.lineHas('|')) {
				continue;
			}
			if (!text.nextWordUpTo(':')) {
				if (text.nextWord()) {
					text.fault(Fault.MALFORMED);
					lost = -1L;
				}
				continue;
			}
			interfaceSeen = true;
			boolean own = text.wordMatches(interfaces);
			boolean counted = !text.wordIs(LOOPBACK);
			text.skipDelimiter();
			if (own || counted) {
				lost |= addLine(text, into, own, counted);
			}
		}
		if (!interfaceSeen) {
			text.fault(Fault.MISSING_KEY);
		}
		forget(into, lost);
	}

	static void forget(Readings readings) {
		forget(readings, -1L);
	}

	/// Adds the figures of one interface.
	/// @return the metrics that lack a part, one bit for each
	private static long addLine(Text text, Readings into, boolean own, boolean counted) {
		long lost = 0;
		for (int column = 0; column < COLUMNS; column++) {
			long value = text.nextWord() ? text.number() : Text.MALFORMED;
			boolean bytes = column == RECEIVED_BYTES || column == SENT_BYTES;
			Metric metric = own ? metricOf(column) : null;
			if (metric == null && !(bytes && counted)) {
				continue;
			}
			if (value < 0) {
				text.fault(Text.faultOf(value));
				lost |= (metric != null) ? bit(metric) : 0;
				lost |= (bytes && counted) ? bit(Metric.NETWORK_ALL_BYTES) : 0;
				continue;
			}
			lost |= (metric != null) ? add(text, into, metric, value) : 0;
			lost |= (bytes && counted) ? add(text, into, Metric.NETWORK_ALL_BYTES, value) : 0;
		}
		return lost;
	}

	private static long add(Text text, Readings into, Metric metric, long value) {
		into.add(metric, value);
		if (into.has(metric)) {
			return 0;
		}
		text.fault(Fault.TOO_LARGE);
		return bit(metric);
	}

	private static void forget(Readings readings, long lost) {
		for (int ordinal = Metric.NETWORK_RECEIVED_BYTES.ordinal(); ordinal <= Metric.NETWORK_ALL_BYTES
			.ordinal(); ordinal++) {
			Metric metric = Metric.read().get(ordinal - 1);
			if ((lost & bit(metric)) != 0) {
				readings.remove(metric);
			}
		}
	}

	private static long bit(Metric metric) {
		return 1L << metric.ordinal();
	}

	private static @Nullable Metric metricOf(int column) {
		return switch (column) {
			case RECEIVED_BYTES -> Metric.NETWORK_RECEIVED_BYTES;
			case RECEIVED_PACKETS -> Metric.NETWORK_RECEIVED_PACKETS;
			case SENT_BYTES -> Metric.NETWORK_SENT_BYTES;
			case SENT_PACKETS -> Metric.NETWORK_SENT_PACKETS;
			case RECEIVED_ERRORS, SENT_ERRORS -> Metric.NETWORK_ERRORS;
			case RECEIVED_DROPS, SENT_DROPS -> Metric.NETWORK_DROPS;
			default -> null;
		};
	}

}
