package io.slicemeter.engine;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.core.JacksonException;
import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.EventType;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;

/// A connection to the Engine, from one loss to the next: what is asked of it, and its
/// events. Each has HTTP connections of its own, so that none that died with an earlier
/// Engine is used again.
final class EngineConnection implements AutoCloseable {

	private static final int CALL_CONNECTIONS = 4;

	private final DockerClient calls;

	// Apart from the calls: silence is normal here, a time-out would end it.
	private final DockerClient stream;

	private final Duration responseTimeout;

	private volatile @Nullable EventSubscription subscription;

	EngineConnection(EngineAddress address, DockerProperties properties) {
		this.responseTimeout = properties.responseTimeout();
		try {
			DockerClientConfig configuration = address.configuration();
			this.calls = DockerClientImpl.getInstance(configuration, address.transport(configuration,
					properties.connectTimeout(), properties.responseTimeout(), CALL_CONNECTIONS));
			this.stream = DockerClientImpl.getInstance(configuration,
					address.transport(configuration, properties.connectTimeout(), null, 1));
		}
		catch (RuntimeException ex) {
			throw new EngineLostException("Can't speak to " + address, ex);
		}
	}

	/// Asks the Engine about itself.
	Description describe() {
		try {
			Info info = this.calls.infoCmd().exec();
			return new Description(facts(info), EngineTime.parse(info.getSystemTime()));
		}
		catch (RuntimeException ex) {
			throw new EngineLostException("The Engine does not answer", ex);
		}
	}

	private static EngineFacts facts(Info info) {
		// Engines before 20.10 don't tell the cgroup version, and only know v1.
		boolean second = "2".equals(info.getCGroupVersion());
		String driver = info.getCGroupDriver();
		Integer cpus = info.getNCPU();
		Long memoryBytes = info.getMemTotal();
		return new EngineFacts(String.valueOf(info.getServerVersion()), (driver != null) ? driver : "cgroupfs",
				second ? 2 : 1, (cpus != null) ? cpus : 0, (memoryBytes != null) ? memoryBytes : 0,
				info.getKernelVersion());
	}

	/// Subscribes to the events from a moment on. When this returns the Engine accepted.
	void subscribe(@Nullable Instant since, EventQueue queue, Runnable lost) throws InterruptedException {
		EventSubscription subscription = new EventSubscription(queue, lost);
		this.subscription = subscription;
		this.stream.eventsCmd()
			.withEventTypeFilter(EventType.CONTAINER)
			.withEventFilter(EventDecoder.ACTIONS)
			.withSince((since != null) ? EngineTime.format(since) : null)
			.exec(subscription);
		subscription.awaitStart(this.responseTimeout);
	}

	/// The containers that run or are paused.
	List<ContainerId> running() {
		try {
			List<ContainerId> running = new ArrayList<>();
			for (var container : this.calls.listContainersCmd().exec()) {
				if (container.getId() != null && ContainerId.isValid(container.getId())) {
					running.add(new ContainerId(container.getId()));
				}
			}
			return running;
		}
		catch (RuntimeException ex) {
			throw new EngineLostException("Listing the containers failed", ex);
		}
	}

	/// Asks what a container is.
	/// @param hostMemoryBytes a memory limit of so much or more is none
	Inspection inspect(ContainerId container, long hostMemoryBytes) {
		try {
			return new Inspection.Found(InspectionDecoder.decode(container,
					this.calls.inspectContainerCmd(container.value()).exec(), hostMemoryBytes));
		}
		catch (NotFoundException ex) {
			return new Inspection.Gone();
		}
		catch (DockerException ex) {
			return new Inspection.Failed(EngineLostException.rootMessage(ex));
		}
		catch (RuntimeException ex) {
			if (ex.getCause() instanceof IOException && !(ex.getCause() instanceof JacksonException)) {
				throw new EngineLostException("Inspecting " + container.abbreviated() + " failed", ex);
			}
			return new Inspection.Failed(EngineLostException.rootMessage(ex));
		}
	}

	@Override
	public void close() {
		EventSubscription open = this.subscription;
		if (open != null) {
			open.close();
		}
		close(this.stream);
		close(this.calls);
	}

	private static void close(DockerClient client) {
		try {
			client.close();
		}
		catch (IOException ex) {
			// It is closed one way or the other.
		}
	}

	/// What the Engine says of itself.
	///
	/// @param now its own clock; null if it does not tell
	record Description(EngineFacts facts, @Nullable Instant now) {
	}

}
