package io.slicemeter.sampling;

import io.slicemeter.cgroup.NotCgroup2Exception;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Says in plain words that the cgroup root is not cgroup v2, and what can be done.
final class NotCgroup2FailureAnalyzer extends AbstractFailureAnalyzer<NotCgroup2Exception> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, NotCgroup2Exception cause) {
		return new FailureAnalysis(cause.getMessage(),
				"Let slicemeter.host.cgroup-root name the mounted cgroup v2 hierarchy, or set slicemeter.source to auto or "
						+ "docker to take figures from the Engine's statistics API.",
				cause);
	}

}
