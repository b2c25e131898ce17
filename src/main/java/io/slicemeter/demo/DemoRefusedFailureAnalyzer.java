package io.slicemeter.demo;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/// Shows what is wrong and what to do instead of a stack trace.
@Order(Ordered.HIGHEST_PRECEDENCE)
class DemoRefusedFailureAnalyzer extends AbstractFailureAnalyzer<DemoRefusedException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, DemoRefusedException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
	}

}
