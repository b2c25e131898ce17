package io.slicemeter.engine;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.random.RandomGenerator;

import com.github.dockerjava.transport.DockerHttpClient;
import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Opens statistics streams of a Docker Engine, up to a bound: each keeps a thread and a
/// connection.
final class DockerStatisticsStreams implements StatisticsStreams, AutoCloseable {

	private static final Logger LOGGER = LoggerFactory.getLogger(DockerStatisticsStreams.class);

	// Connections of streams that were closed just now and have not let go yet.
	private static final int CLOSING = 16;

	private final DockerProperties properties;

	private final DockerHttpClient transport;

	private final StatisticsDecoder decoder;

	private final EngineMeters meters;

	private final Pause pause;

	private final RandomGenerator random;

	private final Set<DockerStatisticsStream> open = ConcurrentHashMap.newKeySet();

	private final AtomicBoolean refused = new AtomicBoolean();

	private boolean closed;

	DockerStatisticsStreams(EngineAddress address, DockerProperties properties, NetworkProperties network,
			EngineMeters meters) {
		this(address, properties, network, meters, Pause.REAL, RandomGenerator.getDefault());
	}

	DockerStatisticsStreams(EngineAddress address, DockerProperties properties, NetworkProperties network,
			EngineMeters meters, Pause pause, RandomGenerator random) {
		this.properties = properties;
		// A reading comes every second, so that longer silence is a failure.
		this.transport = address.transport(address.configuration(), properties.connectTimeout(),
				properties.responseTimeout(), properties.maxStreams() + CLOSING);
		this.decoder = new StatisticsDecoder(network.pattern());
		this.meters = meters;
		this.pause = pause;
		this.random = random;
		meters.streams(this.open::size);
	}

	@Override
	public synchronized StatisticsStream open(ContainerId container) {
		if (this.closed) {
			return new Silent();
		}
		if (this.open.size() >= this.properties.maxStreams()) {
			this.meters.streamRefused();
			if (this.refused.compareAndSet(false, true)) {
				LOGGER.warn(
						"{} statistics streams are open: {} and others that follow have no figures. "
								+ "Raise slicemeter.docker.max-streams",
						this.properties.maxStreams(), container.abbreviated());
			}
			return new Silent();
		}
		Backoff backoff = new Backoff(this.properties.reconnectFirst(), this.properties.reconnectMax(), this.random);
		DockerStatisticsStream stream = new DockerStatisticsStream(container, this.transport, this.decoder, this.meters,
				this.pause, backoff, this.open::remove);
		this.open.add(stream);
		stream.start();
		return stream;
	}

	@Override
	public synchronized void close() throws IOException {
		this.closed = true;
		this.open.forEach(DockerStatisticsStream::close);
		this.transport.close();
	}

	/// The stream of a container that is one too many, or comes too late.
	private static final class Silent implements StatisticsStream {

		@Override
		public @Nullable StatisticsReading take() {
			return null;
		}

		@Override
		public void close() {
			// Nothing is open.
		}

	}

}
