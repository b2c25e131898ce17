package io.slicemeter.role;

import org.flywaydb.core.api.FlywayException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Says why the schema could not be brought up to date.
class MigrationFailureAnalyzer extends AbstractFailureAnalyzer<FlywayException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, FlywayException cause) {
		return new FailureAnalysis(
				"The schema could not be brought up to date: " + String.valueOf(cause.getMessage()).strip(),
				"Check spring.datasource.url, spring.datasource.username and spring.datasource.password: migrating "
						+ "needs a database that answers and the role that owns the schema. What was migrated is "
						+ "kept; another start goes on from there.",
				cause);
	}

}
