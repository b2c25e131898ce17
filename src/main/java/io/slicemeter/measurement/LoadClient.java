package io.slicemeter.measurement;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;

import org.jspecify.annotations.Nullable;

/// Sends requests to one target: form posts, over kept connections, to its checked address
/// and nowhere else. No redirect is followed, no proxy is asked, no name is resolved.
///
/// A server that the client named is told its name in the header `Host` and, over TLS, by
/// SNI, which is also what its certificate is checked against. The JDK lets nobody set
/// `Host` unless its property [#HOST_HEADER] says so before the client's classes are
/// loaded.
final class LoadClient implements Sender, AutoCloseable {

	/// Has to hold `host`.
	static final String HOST_HEADER = "jdk.httpclient.allowRestrictedHeaders";

	/// Connecting and each read are given up after so long.
	static final Duration PATIENCE = Duration.ofSeconds(9);

	/// A response that never ends must not hold its place for ever.
	private static final Duration LONGEST_BODY = Duration.ofSeconds(60);

	private static final int MAX_CAUSES = 10;

	private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

	private final HttpClient client;

	private final HttpRequest.Builder request;

	private final Duration patience;

	LoadClient(Target target) {
		this(target, PATIENCE, null);
	}

	/// @param patience after which connecting and each read are given up
	/// @param tls whose certificates are trusted; null for the JDK's
	LoadClient(Target target, Duration patience, @Nullable SSLContext tls) {
		HttpClient.Builder builder = HttpClient.newBuilder()
			.executor(this.threads)
			.version(HttpClient.Version.HTTP_1_1)
			.followRedirects(HttpClient.Redirect.NEVER)
			.proxy(HttpClient.Builder.NO_PROXY)
			.connectTimeout(patience);
		if (target.isTls()) {
			SSLContext context = (tls != null) ? tls : newTls();
			builder.sslContext(context);
			if (target.isNamed()) {
				SSLParameters parameters = context.getDefaultSSLParameters();
				parameters.setServerNames(List.of(new SNIHostName(target.url().getHost())));
				builder.sslParameters(parameters);
			}
		}
		this.client = builder.build();
		this.patience = patience;
		this.request = HttpRequest.newBuilder(target.connectTo())
			.timeout(patience)
			.header("Content-Type", "application/x-www-form-urlencoded")
			.header("User-Agent", "slicemeter-measurement");
		if (target.isNamed()) {
			this.request.header("Host", target.hostHeader());
		}
	}

	/// One of its own: a session that another client has made with the same address is
	/// taken
	/// up again without a look at the certificate's name.
	private static SSLContext newTls() {
		try {
			SSLContext context = SSLContext.getInstance("TLS");
			context.init(null, null, null);
			return context;
		}
		catch (GeneralSecurityException ex) {
			throw new IllegalStateException("Every Java has TLS", ex);
		}
	}

	@Override
	public Sent send(String message) throws InterruptedException {
		HttpRequest post = this.request.copy().POST(BodyPublishers.ofString("message=" + message)).build();
		Instant at = Instant.now();
		long sentNanos = System.nanoTime();
		Arrival arrival = new Arrival(sentNanos);
		CompletableFuture<HttpResponse<Void>> answer = this.client.sendAsync(post, arrival);
		try {
			HttpResponse<Void> response = await(answer, arrival);
			return new Sent(at, sentNanos, arrival.headersNanos() - sentNanos, response.statusCode(),
					Outcome.ofStatus(response.statusCode()));
		}
		catch (TimeoutException ex) {
			answer.cancel(true);
			return new Sent(at, sentNanos, this.patience.toNanos(), null, Outcome.TIMEOUT);
		}
		catch (ExecutionException ex) {
			Outcome outcome = outcome(ex.getCause());
			long nanos = (outcome == Outcome.TIMEOUT) ? this.patience.toNanos() : System.nanoTime() - sentNanos;
			return new Sent(at, sentNanos, nanos, null, outcome);
		}
		catch (InterruptedException ex) {
			answer.cancel(true);
			throw ex;
		}
	}

	/// Waits as long as something comes: the client's own time-out ends with the headers.
	private HttpResponse<Void> await(CompletableFuture<HttpResponse<Void>> answer, Arrival arrival)
			throws InterruptedException, ExecutionException, TimeoutException {
		while (true) {
			long sinceLast = System.nanoTime() - arrival.lastNanos();
			// the client's own time-out, which also gives the connection up, comes first
			long left = this.patience.toNanos() - sinceLast + (arrival.hasHeaders() ? 0 : TimeUnit.SECONDS.toNanos(1));
			if (left <= 0 || arrival.bodyNanos() > LONGEST_BODY.toNanos()) {
				throw new TimeoutException();
			}
			try {
				return answer.get(left, TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException ex) {
				if (System.nanoTime() - arrival.lastNanos() >= this.patience.toNanos()) {
					throw ex;
				}
			}
		}
	}

	private static Outcome outcome(@Nullable Throwable failure) {
		int depth = 0;
		for (Throwable cause = failure; cause != null && depth < MAX_CAUSES; cause = cause.getCause(), depth++) {
			switch (cause) {
				case HttpTimeoutException _ -> {
					return Outcome.TIMEOUT;
				}
				case SSLException _ -> {
					return Outcome.TLS;
				}
				case ConnectException _ -> {
					return Outcome.REFUSED;
				}
				case EOFException _ -> {
					return Outcome.CLOSED;
				}
				case ClosedChannelException _ -> {
					return Outcome.CLOSED;
				}
				case IOException io when isClosed(io) -> {
					return Outcome.CLOSED;
				}
				default -> {
				}
			}
		}
		return Outcome.FAILED;
	}

	/// The JDK has one class for all of these, and tells them apart by their words alone.
	private static boolean isClosed(IOException failure) {
		String message = String.valueOf(failure.getMessage());
		return message.contains("reset") || message.contains("received no bytes") || message.contains("EOF")
				|| message.contains("closed") || message.contains("Broken pipe");
	}

	@Override
	public void close() {
		this.client.shutdownNow();
		this.threads.shutdownNow();
	}

}
