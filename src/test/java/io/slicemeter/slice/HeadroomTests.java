package io.slicemeter.slice;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedSlice;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.Source;
import io.slicemeter.timeseries.Current;
import io.slicemeter.timeseries.UsageSummary;
import io.slicemeter.timeseries.UsageSummary.Distribution;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HeadroomTests {

	private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

	private static final CataloguedHost HOST = new CataloguedHost(HostId.of("a"), "a", 4, null, 8000, Source.CGROUP, 2,
			null, null, "1", Duration.ofSeconds(2), List.of(), NOW, NOW, Duration.ZERO, false);

	@Test
	void useIsTheGreaterOfNowAndLately() {
		assertThat(Headroom.of(HOST, current(1000.0, 3000), lately(1500.2, 2000)))
			.isEqualTo(new Room(4000L - 1501, 5000L));
		assertThat(Headroom.of(HOST, null, lately(1500.0, 2000))).isEqualTo(new Room(2500L, 6000L));
		assertThat(Headroom.of(HOST, current(1000.0, 3000), null)).isEqualTo(new Room(3000L, 5000L));
	}

	@Test
	void roomIsNeverLessThanNothing() {
		assertThat(Headroom.of(HOST, current(4100.0, 9000), null)).isEqualTo(new Room(0L, 0L));
	}

	@Test
	void withoutAnyFigureThereIsNoAnswer() {
		assertThat(Headroom.of(HOST, null, null)).isEqualTo(new Room(null, null));
	}

	@Test
	void aSliceHasItsOwnCapacityButNoMoreRoomThanItsHost() {
		CataloguedSlice limited = slice(new Limits(Limit.of(2000), Limit.of(4000), null));
		assertThat(Headroom.of(limited, current(500.0, 1000), null, new Room(3000L, 5000L)))
			.isEqualTo(new Room(1500L, 3000L));
		assertThat(Headroom.of(limited, current(500.0, 1000), null, new Room(100L, 5000L)))
			.isEqualTo(new Room(100L, 3000L));
	}

	@Test
	void withoutLimitASliceHasTheCapacityOfItsHost() {
		CataloguedSlice slice = slice(new Limits(Limit.UNLIMITED, null, null));
		assertThat(Headroom.of(slice, current(500.0, 1000), null, new Room(9999L, 9999L)))
			.isEqualTo(new Room(3500L, 7000L));
	}

	private static CataloguedSlice slice(Limits capacity) {
		return new CataloguedSlice(HOST, new SliceName("ci.slice"), false, capacity);
	}

	private static Current current(double cpuMillicores, long memoryBytes) {
		return new Current(NOW, Map.of(Metric.CPU_MILLICORES, cpuMillicores, Metric.MEMORY_BYTES, memoryBytes));
	}

	private static UsageSummary lately(double cpuMillicores, double memoryBytes) {
		return new UsageSummary(1.0, 0, Map.of(), new Distribution(null, null, null, cpuMillicores, null),
				new Distribution(null, null, null, memoryBytes, null), null, "raw");
	}

}
