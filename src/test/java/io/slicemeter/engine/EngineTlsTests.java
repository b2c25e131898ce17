package io.slicemeter.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.testing.FakeEngine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(180)
class EngineTlsTests {

	private static final char[] PASSWORD = "changeit".toCharArray();

	@TempDir
	private Path directory;

	@Test
	void speaksTlsWithACertificateOfItsOwn() throws IOException, GeneralSecurityException, InterruptedException {
		KeyStore server = keys("server");
		KeyStore client = keys("client");
		writePem("ca.pem", "CERTIFICATE", server.getCertificate("server").getEncoded());
		writePem("cert.pem", "CERTIFICATE", client.getCertificate("client").getEncoded());
		writePem("key.pem", "PRIVATE KEY", client.getKey("client", PASSWORD).getEncoded());
		try (FakeEngine engine = FakeEngine.startWithTls(context(server, client))) {
			engine.run("a");
			assertThat(follow(engine, Map.of("DOCKER_TLS_VERIFY", "1", "DOCKER_CERT_PATH", this.directory.toString())))
				.contains("inspected a RUNNING");
			assertThat(follow(engine, Map.of())).singleElement().asString().startsWith("disconnected ");
		}
	}

	private static List<String> follow(FakeEngine engine, Map<String, String> environment) {
		DockerProperties properties = new DockerProperties(engine.host(), null, null, Duration.ofHours(1),
				Duration.ZERO, 1000, 3, Duration.ofSeconds(30), Duration.ofSeconds(30), Duration.ofMillis(100),
				Duration.ofSeconds(1));
		RecordingListener listener = new RecordingListener();
		try (DockerFollower follower = new DockerFollower(EngineAddress.of(properties, environment), properties,
				new EngineMeters(new SimpleMeterRegistry()))) {
			follower.start(listener);
			await().atMost(Duration.ofSeconds(60))
				.until(() -> !listener.told("reconciled").isEmpty() || !listener.told("disconnected").isEmpty());
		}
		return listener.told();
	}

	private static SSLContext context(KeyStore own, KeyStore peer) throws GeneralSecurityException {
		KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		keys.init(own, PASSWORD);
		KeyStore trusted = KeyStore.getInstance("PKCS12");
		try {
			trusted.load(null, null);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		trusted.setCertificateEntry("client", peer.getCertificate("client"));
		TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		trust.init(trusted);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
		return context;
	}

	/// Keys are made anew by the JDK's own tool, so that none lies in the repository.
	private KeyStore keys(String name) throws IOException, GeneralSecurityException, InterruptedException {
		Path file = this.directory.resolve(name + ".p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", name, "-keyalg", "RSA", "-keysize", "2048", "-dname", "CN=" + name, "-ext",
				"SAN=IP:127.0.0.1,DNS:localhost", "-storetype", "PKCS12", "-keystore", file.toString(), "-storepass",
				new String(PASSWORD))
			.inheritIO()
			.start();
		assertThat(keytool.waitFor()).isZero();
		KeyStore keys = KeyStore.getInstance("PKCS12");
		try (InputStream stream = Files.newInputStream(file)) {
			keys.load(stream, PASSWORD);
		}
		return keys;
	}

	private void writePem(String file, String kind, byte[] content) throws IOException {
		String body = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(content);
		Files.writeString(this.directory.resolve(file),
				"-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n");
	}

}
