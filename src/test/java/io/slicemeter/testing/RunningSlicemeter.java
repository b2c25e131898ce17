package io.slicemeter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import io.slicemeter.Slicemeter;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.TypeExcludeFilter;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.type.classreading.MetadataReader;
import org.springframework.core.type.classreading.MetadataReaderFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/// The whole application, started as its users start it but on a free port, and asked as
/// they ask it: over HTTP.
public final class RunningSlicemeter implements AutoCloseable {

	private static final String SPOOL = "slicemeter.spool.directory=";

	private final ConfigurableApplicationContext context;

	private final int port;

	private final HttpClient client = HttpClient.newHttpClient();

	private RunningSlicemeter(ConfigurableApplicationContext context) {
		this.context = context;
		this.port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
	}

	/// Starts it with the settings of a command line, and a spool of its own
	/// unless they name one.
	/// @param properties each `name=value`
	public static RunningSlicemeter start(String... properties) {
		List<String> all = new ArrayList<>(List.of("server.port=0", "spring.main.banner-mode=off"));
		all.addAll(List.of(properties));
		if (all.stream().noneMatch((property) -> property.startsWith(SPOOL))) {
			all.add(SPOOL + newSpool());
		}
		String[] arguments = all.stream().map((property) -> "--" + property).toArray(String[]::new);
		return new RunningSlicemeter(new SpringApplicationBuilder(Slicemeter.class)
			.initializers((context) -> context.getBeanFactory().registerSingleton("withoutTests", new ExcludeTests()))
			.run(arguments));
	}

	private static Path newSpool() {
		try {
			Path directory = Files.createTempDirectory("slicemeter-spool");
			directory.toFile().deleteOnExit();
			return directory;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// Starts it with a database.
	public static RunningSlicemeter start(PGSimpleDataSource database, String... properties) {
		return start(Stream.concat(databaseProperties(database), Arrays.stream(properties)).toArray(String[]::new));
	}

	/// The settings that name a database.
	public static Stream<String> databaseProperties(PGSimpleDataSource database) {
		String password = database.getPassword();
		return Stream.of("spring.datasource.url=" + database.getURL(),
				"spring.datasource.username=" + database.getUser(),
				"spring.datasource.password=" + ((password != null) ? password : ""));
	}

	/// What it is made of.
	public ApplicationContext context() {
		return this.context;
	}

	public int port() {
		return this.port;
	}

	/// What it answers to a request that must succeed.
	/// @param path with the query, e.g. `/api/v1/runners?state=running`
	public JsonNode get(String path) {
		HttpResponse<String> response = request(path, "application/json");
		assertThat(response.statusCode()).as("%s answers %s", path, response.body()).isEqualTo(200);
		return JsonMapper.shared().readTree(response.body());
	}

	/// What it answers to any request.
	public HttpResponse<String> request(String path, String accept) {
		HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + this.port + path))
			.header("Accept", accept)
			.timeout(Duration.ofSeconds(30))
			.build();
		try {
			return this.client.send(request, BodyHandlers.ofString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		this.context.close();
		this.client.close();
	}

	/// The tests' own configurations lie in the packages that the application scans.
	private static final class ExcludeTests extends TypeExcludeFilter {

		private final String testClasses = RunningSlicemeter.class.getProtectionDomain()
			.getCodeSource()
			.getLocation()
			.toString();

		@Override
		public boolean match(MetadataReader reader, MetadataReaderFactory factory) throws IOException {
			return reader.getResource().getURL().toString().startsWith(this.testClasses);
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof ExcludeTests;
		}

		@Override
		public int hashCode() {
			return ExcludeTests.class.hashCode();
		}

	}

}
