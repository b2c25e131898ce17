package io.slicemeter.runner;

import org.hibernate.tool.schema.spi.SchemaManagementException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/// Tells the operator of a process that only reads that nobody has migrated its database.
class SchemaFailureAnalyzer extends AbstractFailureAnalyzer<SchemaManagementException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, SchemaManagementException cause) {
		return new FailureAnalysis("The database has not the schema that this version reads: " + cause.getMessage(),
				"Run this version once with slicemeter.role=migrate, and check that spring.datasource.url names that "
						+ "database.",
				cause);
	}

}
