package io.slicemeter.measurement;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// The client over real servers on loopback.
@Timeout(60)
class LoadClientTests {

	private static final InetAddress LOOPBACK = InetAddress.ofLiteral("127.0.0.1");

	private final CountDownLatch end = new CountDownLatch(1);

	private final List<AutoCloseable> open = new CopyOnWriteArrayList<>();

	@AfterEach
	void close() throws Exception {
		this.end.countDown();
		for (AutoCloseable each : this.open) {
			each.close();
		}
	}

	@Test
	void aRequestIsAFormPostAndItsLatencyEndsWithTheHeaders() throws Exception {
		List<String> seen = new CopyOnWriteArrayList<>();
		int port = serve((exchange) -> {
			seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
					+ exchange.getRequestHeaders().getFirst("Host") + " "
					+ exchange.getRequestHeaders().getFirst("Content-Type") + " "
					+ new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
			exchange.sendResponseHeaders(200, 0);
			exchange.getResponseBody().write(1);
			exchange.getResponseBody().flush();
			// the rest of the body comes later, and does not count
			this.end.await(300, java.util.concurrent.TimeUnit.MILLISECONDS);
			exchange.close();
		});
		Sent sent = client("http://name.example:" + port + "/path?q=1", Duration.ofSeconds(5)).send("abcde");
		assertThat(sent.outcome()).isEqualTo(Outcome.OK);
		assertThat(sent.status()).isEqualTo(200);
		assertThat(Duration.ofNanos(sent.serviceNanos())).isLessThan(Duration.ofMillis(250));
		assertThat(seen).containsExactly(
				"POST /path?q=1 name.example:" + port + " application/x-www-form-urlencoded message=abcde");
	}

	@Test
	void aStatusSaysHowItWent() throws Exception {
		int port = serve((exchange) -> {
			exchange.getResponseHeaders().set("Location", "http://127.0.0.1:1/");
			exchange.sendResponseHeaders(Integer.parseInt(exchange.getRequestURI().getQuery()), -1);
			exchange.close();
		});
		assertThat(client("http://127.0.0.1:" + port + "/?500", Duration.ofSeconds(5)).send("a"))
			.satisfies((sent) -> assertThat(sent.outcome()).isEqualTo(Outcome.HTTP_ERROR))
			.satisfies((sent) -> assertThat(sent.status()).isEqualTo(500));
		assertThat(client("http://127.0.0.1:" + port + "/?404", Duration.ofSeconds(5)).send("a").outcome())
			.isEqualTo(Outcome.HTTP_ERROR);
		assertThat(client("http://127.0.0.1:" + port + "/?204", Duration.ofSeconds(5)).send("a").outcome())
			.isEqualTo(Outcome.OK);
	}

	@Test
	void aRedirectIsNotFollowed() throws Exception {
		List<String> reached = new CopyOnWriteArrayList<>();
		int elsewhere = serve((exchange) -> {
			reached.add(exchange.getRequestURI().toString());
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		for (int status : new int[] { 301, 302, 303, 307, 308 }) {
			int port = serve((exchange) -> {
				exchange.getResponseHeaders().set("Location", "http://127.0.0.1:" + elsewhere + "/secret");
				exchange.sendResponseHeaders(status, -1);
				exchange.close();
			});
			Sent sent = client("http://127.0.0.1:" + port + "/", Duration.ofSeconds(5)).send("a");
			assertThat(sent.outcome()).isEqualTo(Outcome.REDIRECT);
			assertThat(sent.status()).isEqualTo(status);
		}
		assertThat(reached).isEmpty();
	}

	@Test
	void aServerThatHangsIsGivenUpAndTheLatencyIsThePatience() throws Exception {
		int port = serve((exchange) -> this.end.await());
		Sent sent = client("http://127.0.0.1:" + port + "/", Duration.ofMillis(300)).send("a");
		assertThat(sent.outcome()).isEqualTo(Outcome.TIMEOUT);
		assertThat(sent.serviceNanos()).isEqualTo(Duration.ofMillis(300).toNanos());
		assertThat(sent.status()).isNull();
	}

	@Test
	void aBodyThatStopsComingIsGivenUp() throws Exception {
		int port = serve((exchange) -> {
			exchange.sendResponseHeaders(200, 0);
			exchange.getResponseBody().write(1);
			exchange.getResponseBody().flush();
			this.end.await();
		});
		Sent sent = client("http://127.0.0.1:" + port + "/", Duration.ofMillis(300)).send("a");
		assertThat(sent.outcome()).isEqualTo(Outcome.TIMEOUT);
		assertThat(sent.serviceNanos()).isEqualTo(Duration.ofMillis(300).toNanos());
	}

	@Test
	void whoDoesNotListenRefuses() throws Exception {
		int port;
		try (ServerSocket socket = new ServerSocket(0, 1, LOOPBACK)) {
			port = socket.getLocalPort();
		}
		assertThat(client("http://127.0.0.1:" + port + "/", Duration.ofSeconds(5)).send("a").outcome())
			.isEqualTo(Outcome.REFUSED);
	}

	@Test
	void aConnectionThatEndsBeforeTheAnswerIsToldSo() throws Exception {
		ServerSocket server = new ServerSocket(0, 10, LOOPBACK);
		this.open.add(server);
		Thread.ofVirtual().start(() -> {
			try {
				while (true) {
					try (Socket socket = server.accept(); InputStream input = socket.getInputStream()) {
						input.read(new byte[4096]);
					}
				}
			}
			catch (IOException ex) {
				// the test is over
			}
		});
		assertThat(client("http://127.0.0.1:" + server.getLocalPort() + "/", Duration.ofSeconds(5)).send("a").outcome())
			.isEqualTo(Outcome.CLOSED);
	}

	@Test
	void theCertificateHasToBeOfTheNameThatWasGiven(@TempDir Path directory) throws Exception {
		Path store = directory.resolve("web.p12");
		Process keytool = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
				"-genkeypair", "-alias", "web", "-keyalg", "EC", "-dname", "CN=web", "-ext", "san=dns:web.example",
				"-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", "changeit")
			.redirectErrorStream(true)
			.start();
		assertThat(keytool.waitFor()).isZero();
		HttpsServer server = HttpsServer.create(new InetSocketAddress(LOOPBACK, 0), 10);
		server.setHttpsConfigurator(new HttpsConfigurator(tls(store)));
		server.createContext("/", (exchange) -> {
			exchange.sendResponseHeaders(200, -1);
			exchange.close();
		});
		server.start();
		this.open.add(() -> server.stop(0));
		String url = ":" + server.getAddress().getPort() + "/";
		assertThat(client("https://web.example" + url, Duration.ofSeconds(10), tls(store)).send("a").outcome())
			.isEqualTo(Outcome.OK);
		assertThat(client("https://other.example" + url, Duration.ofSeconds(10), tls(store)).send("a").outcome())
			.isEqualTo(Outcome.TLS);
		assertThat(client("https://web.example" + url, Duration.ofSeconds(10), null).send("a").outcome())
			.isEqualTo(Outcome.TLS);
	}

	private static SSLContext tls(Path store) throws Exception {
		KeyStore keys = KeyStore.getInstance("PKCS12");
		try (InputStream input = Files.newInputStream(store)) {
			keys.load(input, "changeit".toCharArray());
		}
		KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
		managers.init(keys, "changeit".toCharArray());
		KeyStore trusted = KeyStore.getInstance("PKCS12");
		trusted.load(null, null);
		trusted.setCertificateEntry("web", keys.getCertificate("web"));
		TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
		trust.init(trusted);
		SSLContext context = SSLContext.getInstance("TLS");
		context.init(managers.getKeyManagers(), trust.getTrustManagers(), null);
		return context;
	}

	private LoadClient client(String url, Duration patience) {
		return client(url, patience, null);
	}

	private LoadClient client(String url, Duration patience, SSLContext tls) {
		LoadClient client = new LoadClient(new Target(URI.create(url), LOOPBACK), patience, tls);
		this.open.add(client);
		return client;
	}

	private int serve(Handler handler) throws IOException {
		HttpServer server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 10);
		server.setExecutor((task) -> Thread.ofVirtual().start(task));
		server.createContext("/", (exchange) -> {
			try {
				handler.handle(exchange);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		server.start();
		this.open.add(() -> server.stop(0));
		return server.getAddress().getPort();
	}

	private interface Handler {

		void handle(com.sun.net.httpserver.HttpExchange exchange) throws IOException, InterruptedException;

	}

}
