package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;

/// `/proc/<pid>/net/dev`: counters of every interface in the process's network namespace.
/// Two lines of headings, then `name: ` with 8 figures of what was received and 8 of what
/// was sent.
///
/// Without an interface of the runner's own its metrics are absent, not 0: `eth0` comes a
/// moment after the namespace and is gone before it. A malformed figure costs its sum, as
/// a sum without a part would fall.
final class NetDev {

	private static final byte[] LOOPBACK = "lo".getBytes(StandardCharsets.US_ASCII);

	/// How many figures a line has at least; kernels may append more.
	private static final int COLUMNS = 12;

	/// What each column of an interface of the runner's own adds to: bytes, packets,
	/// errors, drops; received and sent.
	private static final @Nullable Metric[] METRICS = { Metric.NETWORK_RECEIVED_BYTES, Metric.NETWORK_RECEIVED_PACKETS,
			Metric.NETWORK_ERRORS, Metric.NETWORK_DROPS, null, null, null, null, Metric.NETWORK_SENT_BYTES,
			Metric.NETWORK_SENT_PACKETS, Metric.NETWORK_ERRORS, Metric.NETWORK_DROPS };

	private static final int RECEIVED_BYTES = 0;

	private static final int SENT_BYTES = 8;

	/// The bit behind those of the columns: the bytes of all interfaces.
	private static final int ALL_BYTES = 1 << COLUMNS;

	private static final int EVERYTHING = -1;

	private NetDev() {
	}

	static void parse(Text text, Readings into, InterfacePattern interfaces) {
		forget(into);
		boolean interfaceSeen = false;
		int lost = 0;
		while (text.nextLine()) {
			if (!interfaceSeen && text.lineHas('|')) {
				continue;
			}
			if (!text.nextWordUpTo(':')) {
				lost |= text.nextWord() ? malformedLine(text) : 0;
				continue;
			}
			interfaceSeen = true;
			boolean own = text.wordMatches(interfaces);
			boolean external = !text.wordIs(LOOPBACK);
			text.skipDelimiter();
			if (own || external) {
				lost |= addLine(text, into, own, external);
			}
		}
		if (!interfaceSeen) {
			text.fault(Fault.MISSING_KEY);
		}
		forget(into, lost);
	}

	static void forget(Readings readings) {
		forget(readings, EVERYTHING);
	}

	/// A line without a name may have been any interface's.
	private static int malformedLine(Text text) {
		text.fault(Fault.MALFORMED);
		return EVERYTHING;
	}

	/// Adds the figures of one interface.
	/// @param own whether it is the runner's own
	/// @param external whether it counts towards the bytes of all interfaces
	/// @return the sums that lack a part of this line: one bit for each column, and
	/// [#ALL_BYTES]
	private static int addLine(Text text, Readings into, boolean own, boolean external) {
		int lost = 0;
		for (int column = 0; column < COLUMNS; column++) {
			long value = text.nextWord() ? text.number() : Text.MALFORMED;
			Metric metric = own ? METRICS[column] : null;
			boolean bytes = external && (column == RECEIVED_BYTES || column == SENT_BYTES);
			if (metric == null && !bytes) {
				continue;
			}
			if (value < 0) {
				text.fault(Text.faultOf(value));
				lost |= (metric != null) ? 1 << column : 0;
				lost |= bytes ? ALL_BYTES : 0;
				continue;
			}
			if (metric != null && !add(text, into, metric, value)) {
				lost |= 1 << column;
			}
			if (bytes && !add(text, into, Metric.NETWORK_ALL_BYTES, value)) {
				lost |= ALL_BYTES;
			}
		}
		return lost;
	}

	private static boolean add(Text text, Readings into, Metric metric, long value) {
		into.add(metric, value);
		if (!into.has(metric)) {
			text.fault(Fault.TOO_LARGE);
			return false;
		}
		return true;
	}

	private static void forget(Readings readings, int lost) {
		for (int column = 0; column < COLUMNS; column++) {
			Metric metric = METRICS[column];
			if (metric != null && (lost & (1 << column)) != 0) {
				readings.remove(metric);
			}
		}
		if ((lost & ALL_BYTES) != 0) {
			readings.remove(Metric.NETWORK_ALL_BYTES);
		}
	}

}
