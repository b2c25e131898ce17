package io.slicemeter.timeseries;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;
import org.jspecify.annotations.Nullable;

/// Samples as the spool keeps them. A block names the metrics that its samples have, so
/// that a version that has more of them, or fewer, reads it too; numbers are written with
/// as few bytes as they need.
///
/// A block begins with the version of its format. Version N reads N−1: today there is
/// only 1.
final class SampleCodec {

	private static final int VERSION = 1;

	private static final int RUN = 0;

	private static final int SLICE = 1;

	private static final int HOST = 2;

	private static final int COVERED = 1;

	private static final int CPU = 2;

	private static final int CLOSING = 4;

	private static final int MEMORY_AVAILABLE = 8;

	private SampleCodec() {
	}

	static byte[] encode(List<? extends Sample> samples) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 + samples.size() * 160);
		try (DataOutputStream out = new DataOutputStream(bytes)) {
			List<Metric> metrics = Metric.read()
				.stream()
				.filter((metric) -> samples.stream().anyMatch((sample) -> sample.readings().has(metric)))
				.toList();
			out.writeByte(VERSION);
			out.writeByte(metrics.size());
			for (Metric metric : metrics) {
				out.writeUTF(metric.column());
			}
			writeNumber(out, samples.size());
			for (Sample sample : samples) {
				write(out, sample, metrics);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return bytes.toByteArray();
	}

	/// @throws IOException if it is no block, or one of a newer format
	static List<Sample> decode(byte[] block) throws IOException {
		DataInputStream in = new DataInputStream(new ByteArrayInputStream(block));
		int version = in.readUnsignedByte();
		if (version != VERSION) {
			throw new IOException("samples of format %d; this version reads %d".formatted(version, VERSION));
		}
		List<Optional<Metric>> metrics = new ArrayList<>();
		int count = in.readUnsignedByte();
		for (int number = 0; number < count; number++) {
			String column = in.readUTF();
			metrics.add(Metric.read().stream().filter((metric) -> metric.column().equals(column)).findFirst());
		}
		long size = readNumber(in);
		List<Sample> samples = new ArrayList<>();
		for (long number = 0; number < size; number++) {
			samples.add(read(in, metrics));
		}
		return samples;
	}

	private static void write(DataOutputStream out, Sample sample, List<Metric> metrics) throws IOException {
		switch (sample) {
			case RunSample run -> {
				out.writeByte(RUN);
				out.writeLong(run.run().host().value());
				out.writeLong(run.run().runId());
			}
			case SliceSample slice -> {
				out.writeByte(SLICE);
				out.writeLong(slice.host().value());
				out.writeUTF(slice.slice().value());
			}
			case HostSample host -> {
				out.writeByte(HOST);
				out.writeLong(host.host().value());
			}
		}
		writeNumber(out, EpochMicros.of(sample.at()));
		Long covered = sample.coveredUsec();
		Double cpu = sample.cpuMillicores();
		Long memoryAvailable = (sample instanceof HostSample host) ? host.memoryAvailableBytes() : null;
		boolean closing = sample instanceof RunSample run && run.closing();
		out.writeByte(((covered != null) ? COVERED : 0) | ((cpu != null) ? CPU : 0) | (closing ? CLOSING : 0)
				| ((memoryAvailable != null) ? MEMORY_AVAILABLE : 0));
		if (covered != null) {
			writeNumber(out, covered);
		}
		if (cpu != null) {
			out.writeDouble(cpu);
		}
		if (memoryAvailable != null) {
			writeNumber(out, memoryAvailable);
		}
		long present = 0;
		for (int place = 0; place < metrics.size(); place++) {
			present |= sample.readings().has(metrics.get(place)) ? 1L << place : 0;
		}
		out.writeLong(present);
		for (Metric metric : metrics) {
			if (sample.readings().has(metric)) {
				writeNumber(out, sample.readings().get(metric));
			}
		}
	}

	private static Sample read(DataInputStream in, List<Optional<Metric>> metrics) throws IOException {
		int kind = in.readUnsignedByte();
		HostId host = new HostId(in.readLong());
		long run = (kind == RUN) ? in.readLong() : 0;
		String slice = (kind == SLICE) ? in.readUTF() : "";
		Instant at = EpochMicros.toInstant(readNumber(in));
		int flags = in.readUnsignedByte();
		@Nullable Long covered = ((flags & COVERED) != 0) ? (Long) readNumber(in) : null;
		@Nullable Double cpu = ((flags & CPU) != 0) ? (Double) in.readDouble() : null;
		@Nullable Long memoryAvailable = ((flags & MEMORY_AVAILABLE) != 0) ? (Long) readNumber(in) : null;
		Readings readings = readings(in, metrics);
		return switch (kind) {
			case RUN -> new RunSample(new RunKey(host, run), at, covered, (flags & CLOSING) != 0, cpu, readings);
			case SLICE -> new SliceSample(host, new SliceName(slice), at, covered, cpu, readings);
			case HOST -> new HostSample(host, at, covered, cpu, memoryAvailable, readings);
			default -> throw new IOException("a sample of kind " + kind);
		};
	}

	private static Readings readings(DataInputStream in, List<Optional<Metric>> metrics) throws IOException {
		Readings readings = new Readings();
		long present = in.readLong();
		for (int place = 0; place < metrics.size(); place++) {
			if ((present & 1L << place) != 0) {
				long value = readNumber(in);
				metrics.get(place).ifPresent((metric) -> readings.set(metric, value));
			}
		}
		return readings;
	}

	/// Seven bits a byte, the lowest first.
	private static void writeNumber(DataOutputStream out, long number) throws IOException {
		long rest = number;
		while ((rest & ~0x7FL) != 0) {
			out.writeByte((int) (rest & 0x7F | 0x80));
			rest >>>= 7;
		}
		out.writeByte((int) rest);
	}

	private static long readNumber(DataInputStream in) throws IOException {
		long number = 0;
		int shift = 0;
		int next;
		do {
			next = in.readUnsignedByte();
			number |= (next & 0x7FL) << shift;
			shift += 7;
		}
		while ((next & 0x80) != 0);
		return number;
	}

}
