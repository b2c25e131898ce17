package io.slicemeter.engine;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.httpclient5.ApacheDockerHttpClient;
import com.github.dockerjava.transport.DockerHttpClient;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/// Where an Engine listens and how it is spoken to.
///
/// @param host `unix:///path` or `tcp://host:port`
/// @param certificates the directory of the TLS files; null for plain text
record EngineAddress(URI host, @Nullable Path certificates) {

	private static final String ALLOWED = "allowed are unix:///path/to/socket and tcp://host:port";

	/// The address by our own properties, else by the environment variables that every
	/// Docker client knows, else the usual socket.
	static EngineAddress of(DockerProperties properties, Map<String, String> environment) {
		String fromEnvironment = environment.getOrDefault("DOCKER_HOST", "");
		boolean own = properties.host() != null && !properties.host().isBlank();
		String property = (own || fromEnvironment.isBlank()) ? "slicemeter.docker.host" : "DOCKER_HOST";
		String text = own ? String.valueOf(properties.host()) : fromEnvironment;
		URI host = parse(property, text.isBlank() ? "unix:///var/run/docker.sock" : text.strip());
		boolean tls = (properties.tlsVerify() != null) ? properties.tlsVerify()
				: !environment.getOrDefault("DOCKER_TLS_VERIFY", "").isEmpty();
		if (!tls || !host.getScheme().equals("tcp")) {
			return new EngineAddress(host, null);
		}
		return new EngineAddress(host, certificates(properties, environment));
	}

	private static URI parse(String property, String text) {
		URI host;
		try {
			host = URI.create(text);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException(property, text, "Not a URI; " + ALLOWED);
		}
		boolean socket = "unix".equals(host.getScheme()) && host.getPath() != null && host.getPath().length() > 1
				&& host.getAuthority() == null;
		boolean network = "tcp".equals(host.getScheme()) && host.getHost() != null && host.getPort() > 0
				&& host.getPort() < 65_536 && (host.getPath().isEmpty() || host.getPath().equals("/"));
		if (!socket && !network) {
			throw new InvalidConfigurationPropertyValueException(property, text,
					"Not the address of a Docker Engine; " + ALLOWED);
		}
		return host;
	}

	private static Path certificates(DockerProperties properties, Map<String, String> environment) {
		String fromEnvironment = environment.getOrDefault("DOCKER_CERT_PATH", "");
		Path directory = (properties.certPath() != null) ? properties.certPath() : fromEnvironment.isBlank()
				? Path.of(System.getProperty("user.home"), ".docker") : Path.of(fromEnvironment);
		for (String file : new String[] { "ca.pem", "cert.pem", "key.pem" }) {
			if (!Files.isReadable(directory.resolve(file))) {
				String property = (properties.certPath() != null || fromEnvironment.isBlank())
						? "slicemeter.docker.cert-path" : "DOCKER_CERT_PATH";
				throw new InvalidConfigurationPropertyValueException(property, directory,
						"TLS needs a directory with readable ca.pem, cert.pem and key.pem; there is no " + file);
			}
		}
		return directory;
	}

	/// The API version stays unset on purpose: old Engines refuse newer ones than their
	/// own, new Engines refuse old ones, and without one every Engine speaks its own.
	DockerClientConfig configuration() {
		DefaultDockerClientConfig.Builder builder = DefaultDockerClientConfig.createDefaultConfigBuilder()
			.withDockerHost(this.host.toString())
			.withDockerTlsVerify(this.certificates != null);
		if (this.certificates != null) {
			builder.withDockerCertPath(this.certificates.toString());
		}
		return builder.build();
	}

	/// A new transport of its own, with its own connections.
	/// @param responseTimeout how long each read may take; null where silence is normal
	DockerHttpClient transport(DockerClientConfig configuration, Duration connectTimeout,
			@Nullable Duration responseTimeout, int maxConnections) {
		ApacheDockerHttpClient.Builder builder = new ApacheDockerHttpClient.Builder()
			.dockerHost(configuration.getDockerHost())
			.sslConfig(configuration.getSSLConfig())
			.connectionTimeout(connectTimeout)
			.maxConnections(maxConnections);
		if (responseTimeout != null) {
			builder.responseTimeout(responseTimeout);
		}
		return builder.build();
	}

	@Override
	public String toString() {
		return this.host + ((this.certificates != null) ? " (TLS)" : "");
	}

}
