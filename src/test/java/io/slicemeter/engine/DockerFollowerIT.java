package io.slicemeter.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Info;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.testing.DockerEngine;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/// What a real Engine tells. Other containers may come and go meanwhile: only the test's
/// own are looked at.
@Timeout(180)
class DockerFollowerIT {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final String FOREVER = "trap 'exit 0' TERM; while :; do sleep 1 & wait $!; done";

	private final DockerEngine docker = DockerEngine.assume("slicemeter-engine");

	private final RecordingListener listener = new RecordingListener();

	private @Nullable DockerFollower follower;

	@BeforeEach
	void follow() {
		DockerProperties properties = Fixtures.properties("");
		DockerFollower started = new DockerFollower(EngineAddress.of(properties, System.getenv()), properties,
				new EngineMeters(new SimpleMeterRegistry()));
		this.follower = started;
		started.start(this.listener);
		await().atMost(PATIENCE).until(() -> !this.listener.told("reconciled").isEmpty());
	}

	@AfterEach
	void stop() throws IOException {
		if (this.follower != null) {
			this.follower.close();
		}
		this.docker.close();
	}

	@Test
	void tellsWhatTheEngineIs() {
		Info info = this.docker.client().infoCmd().exec();
		EngineStatus status = status();
		assertThat(status.connected()).isTrue();
		assertThat(status.facts()).isEqualTo(new EngineFacts(String.valueOf(info.getServerVersion()),
				String.valueOf(info.getCGroupDriver()), Integer.parseInt(String.valueOf(info.getCGroupVersion())),
				info.getNCPU(), info.getMemTotal(), info.getKernelVersion()));
	}

	@Test
	void followsALifeFromStartToRemoval() {
		String name = this.docker.name("life");
		ContainerId container = this.docker.run(name, FOREVER, (command) -> command
			.withLabels(Map.of("slicemeter.runner", "life-1"))
			.withHostConfig(
					HostConfig.newHostConfig().withNanoCPUs(500_000_000L).withMemory(64L << 20).withPidsLimit(50L)));
		awaitEvents(container, "start");
		awaitInspections(container, 1);
		Container started = this.listener.inspections(container).getFirst();
		assertThat(started.name()).isEqualTo(name);
		assertThat(started.labels()).containsEntry("slicemeter.runner", "life-1");
		assertThat(started.limits()).isEqualTo(new Limits(Limit.of(500), Limit.of(64L << 20), Limit.of(50)));
		assertThat(started.status()).isEqualTo(Container.Status.RUNNING);
		assertThat(started.pid()).isPositive();
		assertThat(started.networkMode()).isEqualTo("bridge");
		assertThat(started.addresses()).hasSize(1);
		assertThat(started.startedAt()).isNotNull();
		assertThat(this.listener.events(container).getFirst()).isInstanceOfSatisfying(EngineEvent.Started.class,
				(event) -> assertThat(event.attributes()).containsEntry("slicemeter.runner", "life-1"));

		this.docker.client().pauseContainerCmd(container.value()).exec();
		this.docker.client().unpauseContainerCmd(container.value()).exec();
		this.docker.client().renameContainerCmd(container.value()).withName(name + "-new").exec();
		awaitInspections(container, 2);
		assertThat(this.listener.inspections(container).getLast().name()).isEqualTo(name + "-new");

		this.docker.client()
			.updateContainerCmd(container.value())
			.withMemory(32L << 20)
			.withMemorySwap(64L << 20)
			.exec();
		awaitInspections(container, 3);
		assertThat(this.listener.inspections(container).getLast().limits().memoryBytes())
			.isEqualTo(Limit.of(32L << 20));

		this.docker.client().killContainerCmd(container.value()).exec();
		awaitInspections(container, 4);
		Container ended = this.listener.inspections(container).getLast();
		assertThat(ended.status()).isEqualTo(Container.Status.EXITED);
		assertThat(ended.exitCode()).isEqualTo(137);
		assertThat(ended.finishedAt()).isAfter(started.startedAt());
		this.docker.client().removeContainerCmd(container.value()).exec();
		awaitEvents(container, "start", "pause", "unpause", "rename", "update", "die", "destroy");
	}

	@Test
	void followsARestartIntoANewLifetime() {
		ContainerId container = this.docker.run(this.docker.name("restart"), FOREVER);
		awaitInspections(container, 1);
		this.docker.client().restartContainerCmd(container.value()).withTimeout(5).exec();
		awaitEvents(container, "start", "die", "start");
		// How often it is inspected depends on how fast the Engine was; the last is
		// right.
		await().atMost(PATIENCE)
			.until(() -> this.listener.inspections(container).getLast().status() == Container.Status.RUNNING
					&& this.listener.inspections(container).size() >= 3);
		List<Container> inspections = this.listener.inspections(container);
		assertThat(inspections.getLast().startedAt()).isAfter(inspections.getFirst().startedAt());
		assertThat(inspections.getLast().pid()).isNotEqualTo(inspections.getFirst().pid());
		assertThat(inspections.getLast().exitCode()).isNull();
	}

	@Test
	void findsAContainerGoneThatRemovesItself() {
		ContainerId container = this.docker.run(this.docker.name("rm"), "exit 3",
				(command) -> command.withHostConfig(HostConfig.newHostConfig().withAutoRemove(true)));
		awaitEvents(container, "start", "die", "destroy");
		assertThat(this.listener.events(container).get(1)).isInstanceOfSatisfying(EngineEvent.Died.class,
				(died) -> assertThat(died.exitCode()).isEqualTo(3));
	}

	@Test
	void tellsThatAChildRanOutOfMemoryWhileTheContainerLivesOn() {
		ContainerId container = this.docker.run(this.docker.name("oom"), "(head -c 200m /dev/zero | tail) ; " + FOREVER,
				(command) -> command
					.withHostConfig(HostConfig.newHostConfig().withMemory(24L << 20).withMemorySwap(24L << 20)));
		await().atMost(PATIENCE)
			.until(() -> this.listener.events(container)
				.stream()
				.anyMatch((event) -> event instanceof EngineEvent.OutOfMemory));
		assertThat(actions(container)).doesNotContain("die");
	}

	@Test
	void endsItsThreadsAtOnceWhenItIsClosed() {
		long closing = System.nanoTime();
		if (this.follower != null) {
			this.follower.close();
		}
		assertThat(Duration.ofNanos(System.nanoTime() - closing)).isLessThan(Duration.ofSeconds(3));
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet()).extracting(Thread::getName)
			.noneMatch((name) -> name.startsWith("slicemeter-engine")));
	}

	private EngineStatus status() {
		DockerFollower started = this.follower;
		assertThat(started).isNotNull();
		return started.status();
	}

	private List<String> actions(ContainerId container) {
		return this.listener.events(container).stream().map(EventDecoder::action).toList();
	}

	private void awaitEvents(ContainerId container, String... actions) {
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(actions(container)).containsExactly(actions));
	}

	private void awaitInspections(ContainerId container, int count) {
		await().atMost(PATIENCE).until(() -> this.listener.inspections(container).size() >= count);
	}

}
