package io.slicemeter.role;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.MigrationInfo;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/// Says what the schema is once a process that migrates has done its work. Nothing keeps
/// that process alive, so it ends then.
@Component
@ConditionalOnProperty(name = RoleEnvironmentPostProcessor.PROPERTY, havingValue = "migrate")
class Migration implements ApplicationRunner {

	private static final Logger logger = LoggerFactory.getLogger(Migration.class);

	private final Flyway flyway;

	Migration(Flyway flyway) {
		this.flyway = flyway;
	}

	@Override
	public void run(ApplicationArguments arguments) {
		MigrationInfo current = this.flyway.info().current();
		logger.info("The schema is up to date, at version {}", (current != null) ? current.getVersion() : "none");
	}

}
