package io.slicemeter.timeseries;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SampleCodecTests {

	private static final Instant AT = Instant.parse("2026-03-01T12:00:00.123456Z");

	private static final List<Sample> SAMPLES = List.of(
			new RunSample(new RunKey(new HostId(-2), 3), AT, 2_000_000L, true, 12.5,
					Metered.readings(Metric.PIDS, 7, Metric.CPU_USAGE_USEC, Long.MAX_VALUE)),
			new SliceSample(new HostId(-2), new SliceName("ci-runners.slice"), AT, null, null,
					Metered.readings(Metric.MEMORY_BYTES, 128)),
			new HostSample(new HostId(-2), AT, 1L, 0.25, 42L, new Readings()));

	/// A block of format 1, as it lies on disks: later versions read it too.
	private static final String FORMAT_1 = "0103000e6370755f75736167655f75736563000c6d656d6f72795f62797465730004706964730300fffffffffffffffe0000000000000003c0e4c3add3fe92030780897a40290000000000000000000000000005ffffffffffffffff7f0701fffffffffffffffe001063692d72756e6e6572732e736c696365c0e4c3add3fe9203000000000000000002800102fffffffffffffffec0e4c3add3fe92030b013fd00000000000002a0000000000000000";

	@Test
	void everythingComesBack() throws IOException {
		assertThat(SampleCodec.decode(SampleCodec.encode(SAMPLES))).isEqualTo(SAMPLES);
		Random random = new Random(4);
		List<Sample> many = new ArrayList<>();
		for (int number = 0; number < 1_000; number++) {
			Readings readings = new Readings();
			for (Metric metric : Metric.read()) {
				if (random.nextInt(4) > 0) {
					readings.set(metric, random.nextLong() >>> (1 + random.nextInt(63)));
				}
			}
			many.add(new RunSample(new RunKey(new HostId(random.nextLong()), random.nextLong()),
					EpochMicros.toInstant(random.nextLong(2_000_000_000_000_000L)), null, random.nextBoolean(), null,
					readings));
		}
		assertThat(SampleCodec.decode(SampleCodec.encode(many))).isEqualTo(many);
	}

	@Test
	void aBlockThatAnEarlierVersionWroteIsRead() throws IOException {
		assertThat(SampleCodec.decode(HexFormat.of().parseHex(FORMAT_1))).isEqualTo(SAMPLES);
	}

	@Test
	void aBlockOfANewerFormatIsNamed() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> SampleCodec.decode(new byte[] { 2, 0, 0 }))
			.withMessageContaining("format 2; this version reads 1");
	}

	@Test
	void aBlockThatIsCutIsNoBlock() {
		byte[] whole = SampleCodec.encode(SAMPLES);
		for (int length = 0; length < whole.length; length++) {
			byte[] cut = java.util.Arrays.copyOf(whole, length);
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> SampleCodec.decode(cut));
		}
	}

}
