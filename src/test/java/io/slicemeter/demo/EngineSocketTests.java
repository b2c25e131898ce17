package io.slicemeter.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Event;
import com.github.dockerjava.api.model.EventType;
import com.github.dockerjava.api.model.Statistics;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.httpclient5.ApacheDockerHttpClient;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/// The simulated Engine through the client that follows real ones.
@Timeout(60)
class EngineSocketTests {

	@TempDir
	private Path directory;

	private HostTree tree;

	private LiveFleet live;

	private Fleet fleet;

	private EngineSocket socket;

	private DockerClient client;

	private Instant now = Demos.START;

	@BeforeEach
	void start() {
		this.tree = HostTree.create(this.directory.resolve("host"), HostTotals.of(12), "boot");
		SimulatedEngine engine = new SimulatedEngine(this.tree.host(), "demo-host", Clock.systemUTC());
		this.fleet = Demos.fleet(Demos.properties(12, 60, 20, 1), new Demos.Diary());
		this.live = new LiveFleet(this.fleet, this.tree, engine, this.now);
		this.socket = new EngineSocket(engine, this.tree.directory().resolve("engine"),
				HostTree.socket(this.tree.directory()));
		this.socket.start();
		var configuration = DefaultDockerClientConfig.createDefaultConfigBuilder()
			.withDockerHost("unix://" + HostTree.socket(this.tree.directory()))
			.build();
		this.client = DockerClientImpl.getInstance(configuration,
				new ApacheDockerHttpClient.Builder().dockerHost(configuration.getDockerHost()).build());
		beats(50);
	}

	@AfterEach
	void stop() throws IOException {
		this.client.close();
		this.socket.stop();
		assertThat(Files.exists(HostTree.socket(this.tree.directory()))).isFalse();
		this.tree.close();
		assertThat(this.directory).isEmptyDirectory();
	}

	private void beats(int count) {
		for (int beat = 0; beat < count; beat++) {
			this.now = this.now.plusMillis(100);
			this.live.beat(this.now);
		}
	}

	@Test
	void itTellsOfItself() {
		this.client.pingCmd().exec();
		assertThat(this.client.versionCmd().exec().getVersion()).contains("demo");
		assertThat(this.client.infoCmd().exec().getNCPU()).isEqualTo(16);
		assertThat(this.client.infoCmd().exec().getCGroupDriver()).isEqualTo("systemd");
		assertThat(this.client.infoCmd().exec().getCGroupVersion()).isEqualTo("2");
	}

	@Test
	void containersAreListedInspectedAndMeasured() throws Exception {
		Life life = this.fleet.living().iterator().next();
		String id = life.container().id().value();
		assertThat(this.client.listContainersCmd().exec()).hasSizeGreaterThanOrEqualTo(12)
			.anyMatch((container) -> container.getId().equals(id)
					&& "true".equals(container.getLabels().get("slicemeter.demo")));
		InspectContainerResponse inspection = this.client.inspectContainerCmd(id).exec();
		assertThat(inspection.getState().getPidLong()).isEqualTo(life.pid());
		assertThat(inspection.getHostConfig().getCgroupParent())
			.isEqualTo(life.container().kind().slice().sliceName().value());
		List<Statistics> documents = new CopyOnWriteArrayList<>();
		try (var _ = this.client.statsCmd(id).withNoStream(true).exec(new ResultCallback.Adapter<Statistics>() {
			@Override
			public void onNext(Statistics document) {
				documents.add(document);
			}
		})) {
			Awaitility.await().until(() -> !documents.isEmpty());
		}
		assertThat(documents.getFirst().getMemoryStats().getUsage()).isPositive();
		assertThatExceptionOfType(NotFoundException.class)
			.isThrownBy(() -> this.client.inspectContainerCmd("f".repeat(64)).exec());
	}

	@Test
	void eventsAreStreamedAsTheyHappen() throws Exception {
		List<Event> events = new CopyOnWriteArrayList<>();
		try (var subscription = this.client.eventsCmd()
			.withEventTypeFilter(EventType.CONTAINER)
			.withEventFilter("start", "die")
			.exec(new ResultCallback.Adapter<Event>() {
				@Override
				public void onNext(Event event) {
					events.add(event);
				}
			})) {
			subscription.awaitStarted();
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> {
				beats(20);
				return events.stream().map(Event::getAction).distinct().count() == 2;
			});
			assertThat(events).extracting(Event::getAction).containsOnly("start", "die");
			assertThat(events).allSatisfy(
					(event) -> assertThat(event.getActor().getAttributes()).containsEntry("slicemeter.demo", "true"));
		}
	}

}
