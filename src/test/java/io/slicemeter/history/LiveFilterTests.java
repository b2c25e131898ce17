package io.slicemeter.history;

import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.FakeLiveTail;
import io.slicemeter.timeseries.LiveOwner;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// What a client wants to be told of.
class LiveFilterTests {

	private static final LiveOwner OWNER = new LiveOwner(FakeLiveTail.owner("alpha", 1).run(), "alpha",
			new SliceName("ci-runners.slice"), new RunnerName("new"), List.of("old"), Duration.ZERO);

	@Test
	void nothingIsEverything() {
		assertThat(LiveFilter.ALL.passes(OWNER)).isTrue();
	}

	@Test
	void oneOfEachMustHold() {
		assertThat(filter(Set.of("beta", "alpha"), List.of(), Set.of())).isTrue();
		assertThat(filter(Set.of("beta"), List.of(), Set.of())).isFalse();
		assertThat(filter(Set.of("alpha"), List.of("system.slice"), Set.of())).isFalse();
		assertThat(filter(Set.of("alpha"), List.of("ci-runners.slice"), Set.of("new"))).isTrue();
		assertThat(filter(Set.of("alpha"), List.of("ci-runners.slice"), Set.of("other"))).isFalse();
	}

	@Test
	void aSliceHoldsThoseNestedInIt() {
		assertThat(filter(Set.of(), List.of("ci.slice"), Set.of())).isTrue();
		assertThat(filter(Set.of(), List.of("ci-runners-a.slice"), Set.of())).isFalse();
	}

	@Test
	void aFormerNameFindsTheRunnerToo() {
		assertThat(filter(Set.of(), List.of(), Set.of("old"))).isTrue();
	}

	private static boolean filter(Set<String> hosts, List<String> slices, Set<String> runners) {
		return new LiveFilter(hosts, slices.stream().map(SliceName::new).toList(), runners).passes(OWNER);
	}

}
