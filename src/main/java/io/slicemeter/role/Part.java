package io.slicemeter.role;

import java.util.List;
import java.util.Locale;

/// A part of the whole that a process plays or leaves out.
///
/// A module that belongs to one part is left out by not being scanned. One that several
/// parts share (`runner`, `timeseries`) asks for the [property][#property] of each, with
/// a condition on its beans.
enum Part {

	/// Follows the Engine, samples, and writes what it has learnt.
	METERING(List.of("engine", "sampling"), List.of()),

	/// Answers the questions of the REST API, of which JPA reads the catalogue.
	ANSWERING(List.of("history", "slice", "measurement"),
			List.of("org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
					"org.springframework.boot.hibernate.autoconfigure.metrics.HibernateMetricsAutoConfiguration",
					"org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration")),

	/// Makes and drops partitions and keeps the rollups.
	MAINTAINING(List.of(), List.of()),

	/// Brings the schema up to date.
	MIGRATING(List.of(),
			List.of("org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration",
					"org.springframework.boot.flyway.autoconfigure.FlywayEndpointAutoConfiguration")),

	/// Listens for HTTP: the API, health, metrics.
	SERVING(List.of("web"), List.of());

	private final List<String> modules;

	private final List<String> autoConfigurations;

	Part(List<String> modules, List<String> autoConfigurations) {
		this.modules = modules;
		this.autoConfigurations = autoConfigurations;
	}

	/// The modules that are of use to this part alone.
	List<String> modules() {
		return this.modules;
	}

	/// The auto-configurations that are of use to this part alone. By name: who leaves
	/// them out is not to load them.
	List<String> autoConfigurations() {
		return this.autoConfigurations;
	}

	/// The property that tells shared modules whether the process plays this part.
	String property() {
		return "slicemeter.part." + name().toLowerCase(Locale.ROOT);
	}

}
