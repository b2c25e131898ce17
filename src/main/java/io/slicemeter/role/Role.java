package io.slicemeter.role;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// What a process is.
enum Role {

	/// Everything in one process: meters this machine, stores, answers.
	STANDALONE(EnumSet.allOf(Part.class)),

	/// Meters one host and writes to the database, which may be away.
	AGENT(EnumSet.of(Part.METERING, Part.SERVING)),

	/// Answers, and holds no state: any number of them may run.
	API(EnumSet.of(Part.ANSWERING, Part.SERVING)),

	/// Looks after partitions, rollups and retention.
	MAINTAIN(EnumSet.of(Part.MAINTAINING, Part.SERVING)),

	/// Brings the schema up to date, then exits.
	MIGRATE(EnumSet.of(Part.MIGRATING));

	/// A group without members has all of them: then whoever watches the probes would end
	/// every agent whose database is away.
	private static final Map<String, Object> PROBES = Map.of("management.endpoint.health.group.liveness.include",
			"livenessState", "management.endpoint.health.group.readiness.include", "readinessState");

	private final Set<Part> parts;

	Role(Set<Part> parts) {
		this.parts = parts;
	}

	Set<Part> parts() {
		return this.parts;
	}

	/// Whether the user has to name a database: only a standalone process brings one
	/// along.
	boolean needsDatabase() {
		return this != STANDALONE;
	}

	/// The properties that this role presets. Whatever the user sets anywhere has
	/// precedence.
	Map<String, Object> presets() {
		Map<String, Object> presets = new HashMap<>(PROBES);
		presets.putAll(ownPresets());
		return presets;
	}

	private Map<String, Object> ownPresets() {
		return switch (this) {
			// a database that starts together with it is waited for; an embedded one is
			// there
			case STANDALONE ->
				Map.of("spring.flyway.connect-retries", 10, "spring.flyway.connect-retries-interval", "6s");
			// Its one connection closes when nothing is to be written. Whether the
			// database is there is the writer's to tell: the agent is well without it,
			// for a while.
			case AGENT -> Map.of("spring.datasource.hikari.maximum-pool-size", 1,
					"spring.datasource.hikari.minimum-idle", 0, "spring.datasource.hikari.idle-timeout", 30_000,
					"spring.datasource.hikari.connection-timeout", 5_000,
					"spring.datasource.hikari.initialization-fail-timeout", -1, "management.health.db.enabled", false,
					"server.tomcat.threads.max", 10, "server.tomcat.threads.min-spare", 2);
			case API -> Map.of("management.endpoint.health.group.readiness.include", "readinessState,db");
			case MAINTAIN ->
				Map.of("spring.datasource.hikari.maximum-pool-size", 2, "spring.datasource.hikari.minimum-idle", 0,
						"server.tomcat.threads.max", 10, "server.tomcat.threads.min-spare", 2);
			// Flyway holds one for its lock and one for migrations, and opens a third for
			// the rights that come after them. A database that starts together with it is
			// waited for.
			case MIGRATE -> Map.of("spring.datasource.hikari.maximum-pool-size", 3, "spring.flyway.connect-retries", 10,
					"spring.flyway.connect-retries-interval", "6s");
		};
	}

	@Override
	public String toString() {
		return name().toLowerCase(Locale.ROOT);
	}

}
