package io.slicemeter.demo;

import java.util.Map;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.RunnerName;

/// A container of the fleet, which may live several times.
///
/// @param id as an Engine would give it
/// @param number counts the fleet's containers
/// @param runner whose runs its lives are
/// @param name without a slash
/// @param kind what it does
record SimulatedContainer(ContainerId id, int number, RunnerName runner, String name, RunnerKind kind) {

	/// On everything that is not real.
	static final String MARK = "slicemeter.demo";

	Map<String, String> labels() {
		return Map.of(MARK, "true", RunnerName.LABEL, this.runner.value(), "ci.kind", this.kind.label());
	}

}
