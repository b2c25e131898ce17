package io.slicemeter.measurement;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;

import io.slicemeter.timeseries.RequestRecord;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// What came of the requests so far: how many of each outcome, and two histograms of those
/// that tell how long clients wait, one from when a request was due and one from when it
/// was sent. Values are µs, exact to three digits (HdrHistogram).
final class Latencies {

	private static final int DIGITS = 3;

	private final Histogram latencies;

	private final Histogram serviceTimes;

	private final Map<String, Long> outcomes;

	Latencies() {
		this(new Histogram(DIGITS), new Histogram(DIGITS), Map.of());
	}

	private Latencies(Histogram latencies, Histogram serviceTimes, Map<String, Long> outcomes) {
		this.latencies = latencies;
		this.serviceTimes = serviceTimes;
		this.outcomes = new TreeMap<>(outcomes);
		latencies.setAutoResize(true);
		serviceTimes.setAutoResize(true);
	}

	/// As they are stored.
	static Latencies of(Stored stored) {
		return new Latencies(decoded(stored.latencies()), decoded(stored.serviceTimes()), stored.outcomes());
	}

	synchronized void add(RequestRecord request) {
		this.outcomes.merge(request.outcome(), 1L, Long::sum);
		if (Outcome.timedLabels().contains(request.outcome())) {
			this.latencies.recordValue(microseconds(request.latencyNanos()));
			this.serviceTimes.recordValue(microseconds(request.serviceNanos()));
		}
	}

	private static long microseconds(long nanos) {
		return Math.max((nanos + 500) / 1000, 0);
	}

	synchronized long count() {
		return this.outcomes.values().stream().mapToLong(Long::longValue).sum();
	}

	synchronized Stored stored() {
		return new Stored(new TreeMap<>(this.outcomes), encoded(this.latencies), encoded(this.serviceTimes));
	}

	/// The figures.
	/// @param seconds for how long load was sent
	synchronized LatencyFigures figures(double seconds) {
		long answered = Arrays.stream(Outcome.values())
			.filter(Outcome::isAnswered)
			.mapToLong((outcome) -> this.outcomes.getOrDefault(outcome.label(), 0L))
			.sum();
		return new LatencyFigures(count(), count() - this.outcomes.getOrDefault(Outcome.OK.label(), 0L),
				this.outcomes.getOrDefault(Outcome.TIMEOUT.label(), 0L), new TreeMap<>(this.outcomes),
				(seconds > 0) ? answered / seconds : null, LatencyFigures.Spread.of(this.latencies),
				LatencyFigures.Spread.of(this.serviceTimes), LatencyFigures.bars(this.latencies));
	}

	private static byte[] encoded(Histogram histogram) {
		ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
		int length = histogram.encodeIntoCompressedByteBuffer(buffer);
		return Arrays.copyOf(buffer.array(), length);
	}

	private static Histogram decoded(byte @Nullable [] bytes) {
		if (bytes == null) {
			return new Histogram(DIGITS);
		}
		try {
			return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
		}
		catch (DataFormatException ex) {
			throw new IllegalStateException("A stored histogram can't be read", ex);
		}
	}

	/// As they are stored.
	///
	/// @param outcomes how many of each
	/// @param latencies the histogram from when requests were due; null where none was
	/// stored
	/// @param serviceTimes the histogram from when they were sent
	record Stored(Map<String, Long> outcomes, byte @Nullable [] latencies, byte @Nullable [] serviceTimes) {

		/// Nothing yet.
		static final Stored NOTHING = new Stored(Map.of(), null, null);

	}

}
