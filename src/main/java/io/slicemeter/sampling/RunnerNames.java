package io.slicemeter.sampling;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.RunnerName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Names runners: by the label `slicemeter.runner` if it is valid, else by the
/// container's name. A label that can't be used is told once per container.
final class RunnerNames {

	private static final Logger logger = LoggerFactory.getLogger(RunnerNames.class);

	private final Set<ContainerId> told = ConcurrentHashMap.newKeySet();

	RunnerName of(ContainerId container, String containerName, Map<String, String> labels) {
		String label = labels.get(RunnerName.LABEL);
		if (label == null) {
			return RunnerName.ofContainer(containerName);
		}
		Optional<RunnerName> name = RunnerName.ofLabel(label);
		if (name.isEmpty() && this.told.add(container)) {
			logger.warn(
					"Container {} has a label {} that can't be used (it has {} characters, allowed are 1 to {}): its "
							+ "runner is named by the container instead.",
					containerName, RunnerName.LABEL, label.length(), RunnerName.MAX_LENGTH);
		}
		return name.orElseGet(() -> RunnerName.ofContainer(containerName));
	}

	void forget(ContainerId container) {
		this.told.remove(container);
	}

}
