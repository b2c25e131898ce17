package io.slicemeter.demo;

import java.util.Arrays;
import java.util.List;

import io.slicemeter.runner.SliceName;

/// The slices that the fleet runs in.
enum DemoSlice {

	RUNNERS("ci-runners.slice"), AGENTS("agents.slice");

	static final List<String> NAMES = Arrays.stream(values()).map((slice) -> slice.sliceName.value()).toList();

	private final SliceName sliceName;

	DemoSlice(String name) {
		this.sliceName = new SliceName(name);
	}

	SliceName sliceName() {
		return this.sliceName;
	}

}
