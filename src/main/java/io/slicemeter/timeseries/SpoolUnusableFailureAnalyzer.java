package io.slicemeter.timeseries;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Tells who starts the service what is wrong with the spool's directory.
class SpoolUnusableFailureAnalyzer extends AbstractFailureAnalyzer<SpoolUnusableException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, SpoolUnusableException cause) {
		return new FailureAnalysis(cause.getMessage(), cause.action(), rootFailure);
	}

}
