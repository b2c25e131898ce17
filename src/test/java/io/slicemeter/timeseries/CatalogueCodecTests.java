package io.slicemeter.timeseries;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

import io.slicemeter.runner.ClosingRecord;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.OomKill;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.SliceRecord;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class CatalogueCodecTests {

	private static final Limits LIMITS = new Limits(Limit.of(1500), Limit.UNLIMITED, null);

	@Test
	void everythingOfARunComesBack() {
		ClosingRecord closing = new ClosingRecord(false, List.of("ioReadBytes"), "exit-missed", Metered.at(9),
				9_000_000, 5L, 0.5, 4096L, "kernel", 2L,
				List.of(new OomKill(Instant.parse("2026-03-01T12:00:00.123456Z"), 2)), 1L, 2L, null, 4L, 5L, 6L, 0.75);
		RunRecord run = Metered.started(Metered.newRun(), 0, null)
			.limitedTo(LIMITS)
			.ended(Metered.at(9), 137, true)
			.closed(closing);
		CatalogueRow row = new CatalogueRow.OfRun(run);
		assertThat(CatalogueCodec.decode(CatalogueCodec.encode(row))).contains(row);
	}

	@Test
	void everythingOfASliceComesBack() {
		CatalogueRow row = new CatalogueRow.OfSlice(new SliceRecord(Metered.HOST, Metered.SLICE, 7, true, LIMITS));
		assertThat(CatalogueCodec.decode(CatalogueCodec.encode(row))).contains(row);
	}

	@Test
	void whatThisVersionDoesNotKnowIsPassedOver() {
		SpoolFile.Row encoded = CatalogueCodec
			.encode(new CatalogueRow.OfSlice(new SliceRecord(Metered.HOST, Metered.SLICE, 7, true, LIMITS)));
		String more = new String(encoded.content(), StandardCharsets.UTF_8).replaceFirst("\\{", "{\"later\":[1],");
		assertThat(CatalogueCodec.decode(new SpoolFile.Row(encoded.key(), more.getBytes(StandardCharsets.UTF_8))))
			.isPresent();
		assertThat(CatalogueCodec.decode(new SpoolFile.Row("planet x", new byte[0]))).isEmpty();
		assertThat(CatalogueCodec.decode(new SpoolFile.Row("run x", new byte[] { 1 }))).isEmpty();
	}

}
