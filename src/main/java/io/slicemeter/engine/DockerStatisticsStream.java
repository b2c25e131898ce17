package io.slicemeter.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import com.github.dockerjava.transport.DockerHttpClient;
import com.github.dockerjava.transport.DockerHttpClient.Request;
import com.github.dockerjava.transport.DockerHttpClient.Response;
import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One container's statistics, read on a thread of its own: a document per line and
/// second. Read line by line rather than through docker-java's command, which ends the
/// whole stream at the first document that it can't decode.
final class DockerStatisticsStream implements StatisticsStream {

	private static final Logger LOGGER = LoggerFactory.getLogger(DockerStatisticsStream.class);

	private static final int NOT_FOUND = 404;

	private final ContainerId container;

	private final DockerHttpClient transport;

	private final StatisticsDecoder decoder;

	private final EngineMeters meters;

	private final Pause pause;

	private final Backoff backoff;

	private final Consumer<DockerStatisticsStream> ended;

	private final CountDownLatch closed = new CountDownLatch(1);

	private final AtomicReference<@Nullable StatisticsReading> slot = new AtomicReference<>();

	private volatile @Nullable Response response;

	// Belongs to the stream's thread.
	private Instant lastReadAt = Instant.MIN;

	/// @param ended told once when the stream's thread is through
	DockerStatisticsStream(ContainerId container, DockerHttpClient transport, StatisticsDecoder decoder,
			EngineMeters meters, Pause pause, Backoff backoff, Consumer<DockerStatisticsStream> ended) {
		this.container = container;
		this.transport = transport;
		this.decoder = decoder;
		this.meters = meters;
		this.pause = pause;
		this.backoff = backoff;
		this.ended = ended;
	}

	void start() {
		Thread.ofPlatform()
			.daemon()
			.name("slicemeter-engine-statistics-" + this.container.abbreviated())
			.start(this::run);
	}

	@Override
	public @Nullable StatisticsReading take() {
		return this.slot.getAndSet(null);
	}

	@Override
	public void close() {
		this.closed.countDown();
		this.slot.set(null);
		Response open = this.response;
		if (open != null) {
			open.close();
		}
		this.ended.accept(this);
	}

	private void run() {
		try {
			while (!isClosed() && follow() && !isClosed()) {
				this.meters.streamFailed();
				if (this.pause.await(this.backoff.next(), this.closed)) {
					return;
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.ended.accept(this);
		}
	}

	/// Follows the stream until it ends.
	/// @return whether it is worth another try
	private boolean follow() {
		Request request = Request.builder()
			.method(Request.Method.GET)
			.path("/containers/" + this.container + "/stats?stream=true")
			.build();
		try (Response opened = this.transport.execute(request)) {
			this.response = opened;
			if (isClosed() || opened.getStatusCode() == NOT_FOUND) {
				return false;
			}
			if (opened.getStatusCode() != 200) {
				LOGGER.debug("The statistics of {} are refused with {}", this.container.abbreviated(),
						opened.getStatusCode());
				return true;
			}
			read(new BufferedReader(new InputStreamReader(opened.getBody(), StandardCharsets.UTF_8)));
		}
		catch (IOException | RuntimeException ex) {
			if (!isClosed()) {
				LOGGER.debug("The statistics of {} broke off", this.container.abbreviated(), ex);
			}
		}
		finally {
			this.response = null;
		}
		return true;
	}

	private void read(BufferedReader lines) throws IOException {
		for (String line = lines.readLine(); line != null && !isClosed(); line = lines.readLine()) {
			if (!line.isBlank()) {
				accept(line);
			}
		}
	}

	private void accept(String line) {
		StatisticsReading reading = this.decoder.decode(line, System.nanoTime());
		if (reading == null || !reading.readAt().isAfter(this.lastReadAt)) {
			this.meters.documentSkipped();
			return;
		}
		this.lastReadAt = reading.readAt();
		this.backoff.reset();
		this.meters.reading();
		if (this.slot.getAndSet(reading) != null) {
			this.meters.readingDropped();
		}
		if (isClosed()) {
			this.slot.set(null);
		}
	}

	private boolean isClosed() {
		return this.closed.getCount() == 0;
	}

}
