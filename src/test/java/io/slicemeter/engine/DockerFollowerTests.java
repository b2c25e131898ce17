package io.slicemeter.engine;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import com.github.dockerjava.api.model.Event;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limit;
import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

@Timeout(120)
class DockerFollowerTests {

	private final FakeEngine engine = FakeEngine.start();

	private final RecordingListener listener = new RecordingListener();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	private @Nullable DockerFollower follower;

	@BeforeAll
	static void bePatient() {
		Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
	}

	@AfterEach
	void stop() {
		if (this.follower != null) {
			this.follower.close();
		}
		this.engine.close();
	}

	@Test
	void subscribesThenListsAndInspectsThenTellsWhatHappenedMeanwhile() {
		FakeContainer living = this.engine.run("a");
		FakeContainer late = this.engine.create("b");
		this.engine.create("never started");
		this.engine.before("/containers/json", () -> living.pause());
		this.engine.before("/containers/" + living.id() + "/json", () -> late.start());
		follow();
		await().until(() -> !this.listener.inspections(late.id()).isEmpty());
		assertThat(this.listener.told()).containsExactly("connected 99.0-fake", "inspected a PAUSED",
				"reconciled [" + living.id().abbreviated() + "]", "pause " + living.id().abbreviated(),
				"start " + late.id().abbreviated(), "inspected b RUNNING");
		assertThat(this.engine.requests()).extracting(FakeEngine.Request::path)
			.containsExactly("/info", "/events", "/containers/json", "/containers/" + living.id() + "/json",
					"/containers/" + late.id() + "/json");
	}

	@Test
	void losesNothingBetweenAskingForTheTimeAndSubscribing() {
		FakeContainer container = this.engine.create("a");
		this.engine.before("/events", () -> container.start().outOfMemory());
		follow();
		await().until(() -> this.listener.events().size() == 2);
		assertThat(this.listener.told("oom")).hasSize(1);
	}

	@Test
	void doesNotTellTheHistoryFromBeforeItCame() {
		this.engine.run("a").restart();
		follow();
		awaitReconciled(1);
		this.engine.run("b");
		await().until(() -> !this.listener.events().isEmpty());
		assertThat(this.listener.events()).hasSize(1);
	}

	@Test
	void asksTheEngineForOurEventsOnly() {
		follow();
		awaitReconciled(1);
		FakeContainer container = this.engine.create("a");
		container.event("exec_create: sh -c true", Map.of()).event("kill", Map.of()).start();
		await().until(() -> !this.listener.events().isEmpty());
		FakeEngine.Request request = this.engine.requests()
			.stream()
			.filter((made) -> made.path().equals("/events"))
			.findFirst()
			.orElseThrow();
		assertThat(request.query().get("filters")).contains("\"type\":[\"container\"]", "\"event\":[")
			.contains("start", "die", "oom", "destroy", "rename", "pause", "unpause", "update");
		assertThat(request.query()).containsKey("since");
		assertThat(count("slicemeter.engine.events.ignored")).isZero();
	}

	@Test
	void inspectsAfterAStartARenameAnUpdateAndADeath() {
		follow();
		awaitReconciled(1);
		FakeContainer container = this.engine.create("a").label("slicemeter.runner", "r").start();
		awaitTold("inspected a RUNNING");
		container.rename("b");
		awaitTold("inspected b RUNNING");
		container.update(250_000_000, 1_000_000, 7);
		await().until(() -> this.listener.inspections(container.id()).size() == 3);
		container.outOfMemory().pause().unpause().die(3);
		awaitTold("inspected b EXITED");
		container.remove();
		awaitTold("destroy " + container.id().abbreviated());
		assertThat(this.listener.events(container.id()).stream().map(EventDecoder::action)).containsExactly("start",
				"rename", "update", "oom", "pause", "unpause", "die", "destroy");
		List<Container> inspections = this.listener.inspections(container.id());
		assertThat(inspections).hasSize(4);
		assertThat(inspections.getFirst().labels()).containsEntry("slicemeter.runner", "r");
		assertThat(inspections.get(2).limits().cpuMillicores()).isEqualTo(Limit.of(250));
		assertThat(inspections.getLast().exitCode()).isEqualTo(3);
		assertThat(count("slicemeter.engine.inspections", "outcome", "found")).isEqualTo(4);
	}

	@Test
	void tellsThatAContainerIsGoneWhoseDeathCameWithItsRemoval() {
		follow();
		awaitReconciled(1);
		FakeContainer container = this.engine.run("a");
		awaitTold("inspected a RUNNING");
		container.dieAndVanish(0);
		awaitTold("destroy " + container.id().abbreviated());
		String id = container.id().abbreviated();
		assertThat(this.listener.told()).containsSubsequence("die " + id, "gone " + id, "destroy " + id);
		assertThat(this.listener.told()).doesNotContain("inspected a EXITED");
	}

	@Test
	void toleratesAContainerThatVanishesWhileItIsListed() {
		FakeContainer container = this.engine.run("a");
		this.engine.before("/containers/" + container.id() + "/json", () -> container.dieAndVanish(0));
		follow();
		awaitTold("destroy " + container.id().abbreviated());
		assertThat(this.listener.told()).containsSubsequence("gone " + container.id().abbreviated(), "reconciled []");
	}

	@Test
	void reconcilesRegularly() {
		FakeContainer ending = this.engine.run("ending");
		FakeContainer removed = this.engine.run("removed");
		this.follower = follow(properties(Duration.ofMillis(200), Duration.ofSeconds(10), 1000), this.listener);
		awaitReconciled(1);
		this.engine.muteEvents();
		ending.die(1);
		removed.dieAndVanish(1);
		FakeContainer started = this.engine.run("started");
		awaitTold("reconciled [" + started.id().abbreviated() + "]");
		List<String> told = this.listener.told();
		assertThat(told.subList(0, told.indexOf("reconciled [" + started.id().abbreviated() + "]")))
			.contains("inspected started RUNNING", "inspected ending EXITED", "gone " + removed.id().abbreviated());
	}

	@Test
	void connectsAgainWhenTheStreamIsSilentAboutWhatReconcilesFind() {
		this.follower = follow(properties(Duration.ofMillis(200), Duration.ofSeconds(10), 1000), this.listener);
		awaitReconciled(1);
		this.engine.muteEvents();
		FakeContainer container = this.engine.run("a");
		await().until(() -> !this.listener.told("disconnected").isEmpty());
		assertThat(this.listener.told("disconnected").getFirst()).contains("silent", container.id().abbreviated());
		this.engine.unmuteEvents();
		await().until(() -> this.listener.told("connected").size() == 2);
	}

	@Test
	void keepsItsStreamWhereEventsAnnounceWhatReconcilesFind() {
		this.follower = follow(properties(Duration.ofMillis(400), Duration.ofSeconds(10), 1000), this.listener);
		for (int round = 0; round < 10; round++) {
			this.engine.run("r" + round).restart();
			int reconciled = this.listener.told("reconciled").size();
			awaitReconciled(reconciled + ((round % 5 == 0) ? 1 : 0));
		}
		awaitReconciled(this.listener.told("reconciled").size() + 2);
		assertThat(this.listener.told("disconnected")).isEmpty();
		assertThat(this.engine.requests("/events")).isOne();
	}

	@Test
	void findsAHungEngineByItsReconcile() {
		this.follower = follow(properties(Duration.ofMillis(100), Duration.ofMillis(300), 1000), this.listener);
		awaitReconciled(1);
		this.engine.hang("/containers/json");
		await().until(() -> !follower().status().connected());
		await().until(() -> !this.listener.told("disconnected").isEmpty());
		this.engine.recover();
		await().until(() -> follower().status().connected());
	}

	@Test
	void isNotFooledByAnEngineThatAcceptsButNeverAnswersTheSubscription() {
		this.engine.hang("/events");
		this.follower = follow(properties(Duration.ofHours(1), Duration.ofMillis(300), 1000), this.listener);
		await().until(() -> !this.listener.told("disconnected").isEmpty());
		assertThat(this.listener.told("connected")).isEmpty();
		this.engine.recover();
		awaitReconciled(1);
	}

	@Test
	void tellsOnceThatTheEngineIsAbsentAndKeepsTrying() {
		this.engine.stop();
		follow();
		await().until(() -> count("slicemeter.engine.reconnects") >= 4);
		assertThat(this.listener.told()).hasSize(1);
		assertThat(this.listener.told().getFirst()).startsWith("disconnected ").containsIgnoringCase("refused");
		EngineStatus status = follower().status();
		assertThat(status.connected()).isFalse();
		assertThat(status.problem()).containsIgnoringCase("refused");
		assertThat(status.facts()).isNull();
		assertThat(this.registry.get("slicemeter.engine.connected").gauge().value()).isZero();
		this.engine.restart();
		awaitReconciled(1);
		assertThat(follower().status().connected()).isTrue();
		assertThat(follower().status().problem()).isNull();
		assertThat(this.registry.get("slicemeter.engine.connected").gauge().value()).isOne();
	}

	@Test
	void pausesBetweenAttemptsEachTwiceAsLongAndStartsOver() throws InterruptedException {
		this.engine.stop();
		List<Duration> pauses = new CopyOnWriteArrayList<>();
		Semaphore attempts = new Semaphore(0);
		DockerProperties properties = new DockerProperties(this.engine.host(), false, null, Duration.ofHours(1),
				Duration.ofSeconds(5), 1000, 3, Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofMillis(500),
				Duration.ofSeconds(12));
		Pause pause = (length, _) -> {
			pauses.add(length);
			attempts.acquire();
			return false;
		};
		DockerFollower paused = new DockerFollower(address(properties), properties, new EngineMeters(this.registry),
				Clock.systemUTC(), pause, BackoffTests.withoutJitter());
		this.follower = paused;
		paused.start(this.listener);
		for (int attempt = 1; attempt <= 6; attempt++) {
			int expected = attempt;
			await().until(() -> pauses.size() == expected);
			attempts.release();
		}
		await().until(() -> pauses.size() == 7);
		assertThat(pauses.stream().map(Duration::toMillis)).containsExactly(500L, 1000L, 2000L, 4000L, 8000L, 12000L,
				12000L);
		this.engine.restart();
		attempts.release();
		awaitReconciled(1);
		// Long enough to count as a success: lived longer than the first pause.
		await().pollDelay(Duration.ofMillis(600)).until(() -> true);
		pauses.clear();
		this.engine.cutEvents();
		awaitReconciled(2);
		assertThat(pauses).isEmpty();
		this.engine.stop();
		// A connection that broke soon is no success, so the try after it is not at once.
		await().until(() -> pauses.size() == 1);
		assertThat(pauses).containsExactly(Duration.ofMillis(500));
		attempts.release(100);
	}

	@Test
	void makesUpForWhatHappenedWhileItWasCutOff() {
		follow();
		awaitReconciled(1);
		FakeContainer container = this.engine.run("a");
		awaitTold("inspected a RUNNING");
		this.engine.before("/info", () -> container.outOfMemory().die(137).start());
		this.engine.cutEvents();
		await().until(() -> this.listener.events(container.id()).size() == 4);
		// Repeated by the overlap, but told once.
		assertThat(this.listener.events(container.id()).stream().map(EventDecoder::action)).containsExactly("start",
				"oom", "die", "start");
		assertThat(count("slicemeter.engine.events.repeated")).isOne();
		assertThat(this.listener.told("disconnected")).hasSize(1);
		assertThat(this.listener.told("reconciled")).hasSize(2);
	}

	@Test
	void findsTheTruthAfterARestartThatForgotAllEvents() {
		FakeContainer first = this.engine.run("first");
		FakeContainer second = this.engine.run("second");
		follow();
		awaitReconciled(1);
		this.engine.stop();
		first.die(137);
		second.dieAndVanish(137);
		FakeContainer third = this.engine.run("third");
		this.engine.restart();
		awaitTold("reconciled [" + third.id().abbreviated() + "]");
		assertThat(this.listener.told()).contains("inspected first EXITED", "gone " + second.id().abbreviated());
		assertThat(this.listener.told("disconnected")).hasSize(1);
		assertThat(this.listener.events()).isEmpty();
	}

	@Test
	void connectsAgainWhenTheEngineEndsTheStreamInOrder() {
		follow();
		awaitReconciled(1);
		this.engine.endEvents();
		awaitReconciled(2);
		assertThat(this.listener.told("disconnected").getFirst()).contains("ended the event stream");
	}

	@Test
	void takesTheTwoEndsThatDockerJavaTellsForOne() throws InterruptedException {
		EventQueue queue = new EventQueue(10);
		EventSubscription subscription = new EventSubscription(queue, () -> {
		});
		subscription.onError(new IllegalStateException("broken pipe"));
		subscription.onComplete();
		subscription.onNext(new Event());
		subscription.close();
		assertThat(queue.size()).isOne();
		assertThat(queue.poll(0)).isEqualTo(new EventQueue.Ended("The event stream broke: broken pipe"));
		assertThatExceptionOfType(EngineLostException.class)
			.isThrownBy(() -> subscription.awaitStart(Duration.ofSeconds(1)))
			.withMessageContaining("broken pipe");
	}

	@Test
	void reconcilesAfterTooManyEventsAtOnce() {
		Semaphore go = new Semaphore(0);
		RecordingListener slow = new RecordingListener() {
			@Override
			public void event(EngineEvent event) {
				go.acquireUninterruptibly();
				super.event(event);
			}
		};
		this.follower = follow(properties(Duration.ofHours(1), Duration.ofSeconds(10), 5), slow);
		await().until(() -> slow.told("reconciled").size() == 1);
		FakeContainer container = this.engine.run("a");
		for (int turn = 0; turn < 50; turn++) {
			container.pause().unpause();
		}
		await().until(() -> count("slicemeter.engine.events.lost") > 0);
		FakeContainer unheard = this.engine.run("b");
		go.release(1000);
		await().until(() -> slow.told("reconciled").size() == 2);
		assertThat(slow.told("reconciled").getLast()).contains(container.id().abbreviated(),
				unheard.id().abbreviated());
		assertThat(slow.told("disconnected")).isEmpty();
		assertThat(this.engine.eventSubscribers()).isOne();
	}

	@Test
	void survivesEventsThatAreNone() {
		follow();
		awaitReconciled(1);
		this.engine.emit("{}");
		this.engine.emit("{\"Type\":\"container\",\"Action\":\"start\",\"Actor\":{\"ID\":\"short\"},\"timeNano\":1}");
		this.engine.emit("{\"Type\":\"container\",\"Action\":\"exec_create: sh -c true\",\"Actor\":{\"ID\":\""
				+ "ab".repeat(32) + "\"},\"timeNano\":1}");
		FakeContainer container = this.engine.run("a");
		awaitTold("inspected a RUNNING");
		assertThat(this.listener.events()).hasSize(1);
		assertThat(this.listener.events(container.id())).hasSize(1);
		assertThat(count("slicemeter.engine.events.ignored")).isEqualTo(3);
	}

	@Test
	void connectsAgainAfterAStreamThatIsNoJson() {
		follow();
		awaitReconciled(1);
		this.engine.emit("<html>not an Engine</html>");
		awaitReconciled(2);
		assertThat(this.listener.told("disconnected")).hasSize(1);
	}

	@Test
	void keepsWhatItKnowsOfAContainerThatCannotBeInspected() {
		FakeContainer container = this.engine.run("a");
		this.follower = follow(properties(Duration.ofMillis(100), Duration.ofSeconds(10), 1000), this.listener);
		awaitReconciled(1);
		this.engine.fail("/containers/" + container.id(), 500);
		int reconciled = this.listener.told("reconciled").size();
		awaitReconciled(reconciled + 2);
		assertThat(this.listener.told("reconciled")).containsOnly("reconciled [" + container.id().abbreviated() + "]");
		assertThat(this.listener.told("gone")).isEmpty();
		assertThat(this.listener.told("disconnected")).isEmpty();
		assertThat(count("slicemeter.engine.inspections", "outcome", "failed")).isPositive();
	}

	@Test
	void connectsAgainWhenListingFails() {
		this.follower = follow(properties(Duration.ofMillis(100), Duration.ofSeconds(10), 1000), this.listener);
		awaitReconciled(1);
		this.engine.fail("/containers/json", 500);
		await().until(() -> !this.listener.told("disconnected").isEmpty());
		assertThat(this.listener.told("disconnected").getFirst()).contains("Listing the containers failed");
		this.engine.recover();
		await().until(() -> follower().status().connected());
	}

	@Test
	void tellsEachLossOnceAlsoWhereTheEngineOnlyHalfComesBack() {
		follow();
		awaitReconciled(1);
		this.engine.fail("/containers/json", 500);
		this.engine.cutEvents();
		await().until(() -> this.listener.told("connected").size() >= 3);
		this.engine.recover();
		awaitReconciled(2);
		List<String> states = this.listener.told()
			.stream()
			.map((line) -> line.split(" ")[0])
			.filter((word) -> word.endsWith("connected"))
			.toList();
		for (int index = 0; index < states.size(); index++) {
			assertThat(states.get(index)).isEqualTo((index % 2 == 0) ? "connected" : "disconnected");
		}
	}

	@Test
	void survivesAListenerThatThrows() {
		RecordingListener broken = new RecordingListener() {
			@Override
			public void inspected(Container container) {
				super.inspected(container);
				throw new IllegalStateException("on purpose");
			}
		};
		this.engine.run("a");
		this.follower = follow(properties(Duration.ofHours(1), Duration.ofSeconds(10), 1000), broken);
		await().until(() -> broken.told("reconciled").size() == 1);
		this.engine.run("b");
		await().until(() -> broken.told().contains("inspected b RUNNING"));
		await().until(() -> count("slicemeter.engine.listener.failures") == 2);
		assertThat(broken.told("disconnected")).isEmpty();
	}

	@Test
	void tellsWhatTheEngineSaysOfItself() {
		this.engine.info("CgroupDriver", "systemd").info("CgroupVersion", "2");
		follow();
		awaitReconciled(1);
		assertThat(follower().status().facts())
			.isEqualTo(new EngineFacts("99.0-fake", "systemd", 2, 4, 8_000_000_000L, "6.12.0-fake"));
	}

	@Test
	void tellsNothingAfterItIsClosedAndEndsItsThreads() {
		follow();
		awaitReconciled(1);
		long closing = System.nanoTime();
		follower().close();
		assertThat(Duration.ofNanos(System.nanoTime() - closing)).isLessThan(Duration.ofSeconds(4));
		int told = this.listener.told().size();
		this.engine.run("late");
		await().until(() -> this.engine.eventSubscribers() == 0);
		await().untilAsserted(() -> assertThat(threads()).isEmpty());
		assertThat(this.listener.told()).hasSize(told);
		follower().close();
		assertThatIllegalStateException().isThrownBy(() -> follower().start(this.listener));
	}

	@Test
	void closesFastWhileTheEngineHangs() {
		this.engine.hang("/info");
		follow();
		await().until(() -> this.engine.requests("/info") == 1);
		long closing = System.nanoTime();
		follower().close();
		assertThat(Duration.ofNanos(System.nanoTime() - closing)).isLessThan(Duration.ofSeconds(4));
		await().untilAsserted(() -> assertThat(threads()).isEmpty());
	}

	@Test
	void neverInterruptsAListener() throws InterruptedException {
		CountDownLatch inside = new CountDownLatch(1);
		CountDownLatch leave = new CountDownLatch(1);
		List<Boolean> interrupted = new CopyOnWriteArrayList<>();
		RecordingListener busy = new RecordingListener() {
			@Override
			public void reconciled(Set<ContainerId> living) {
				inside.countDown();
				try {
					leave.await();
					interrupted.add(Thread.currentThread().isInterrupted());
				}
				catch (InterruptedException ex) {
					interrupted.add(true);
				}
			}
		};
		this.follower = follow(properties(Duration.ofHours(1), Duration.ofSeconds(10), 1000), busy);
		assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();
		Thread closer = Thread.ofVirtual().start(() -> follower().close());
		assertThat(closer.join(Duration.ofMillis(200))).isFalse();
		leave.countDown();
		assertThat(closer.join(Duration.ofSeconds(10))).isTrue();
		assertThat(interrupted).containsExactly(false);
	}

	@Test
	void mayBeClosedByItsListener() {
		RecordingListener closing = new RecordingListener() {
			@Override
			public void connected(EngineFacts facts) {
				super.connected(facts);
				follower().close();
			}
		};
		this.follower = follow(properties(Duration.ofHours(1), Duration.ofSeconds(10), 1000), closing);
		await().until(() -> !closing.told().isEmpty());
		await().untilAsserted(() -> assertThat(threads()).isEmpty());
		assertThat(closing.told()).hasSize(1);
	}

	@Test
	void remembersWhatItToldWithinTheEnginesMemory() {
		Tracked tracked = new Tracked();
		ContainerId container = new ContainerId("ab".repeat(32));
		for (int number = 0; number < 1000; number++) {
			assertThat(tracked.isNew(new EngineEvent.OutOfMemory(container, Instant.ofEpochSecond(number)))).isTrue();
		}
		for (int number = 744; number < 1000; number++) {
			assertThat(tracked.isNew(new EngineEvent.OutOfMemory(container, Instant.ofEpochSecond(number)))).isFalse();
		}
		assertThat(tracked.subscribeSince(Duration.ofSeconds(5), null)).isEqualTo(Instant.ofEpochSecond(994));
	}

	private void follow() {
		this.follower = follow(Fixtures.properties(this.engine.host()), this.listener);
	}

	private DockerFollower follow(DockerProperties properties, EngineListener listener) {
		DockerFollower started = new DockerFollower(address(properties), properties, new EngineMeters(this.registry));
		this.follower = started;
		started.start(listener);
		return started;
	}

	private DockerFollower follower() {
		DockerFollower started = this.follower;
		assertThat(started).isNotNull();
		return started;
	}

	private DockerProperties properties(Duration reconcileInterval, Duration responseTimeout, int eventQueue) {
		return Fixtures.properties(this.engine.host(), reconcileInterval, responseTimeout, eventQueue);
	}

	private static EngineAddress address(DockerProperties properties) {
		return EngineAddress.of(properties, Map.of());
	}

	private void awaitReconciled(int times) {
		await().until(() -> this.listener.told("reconciled").size() >= times);
	}

	private void awaitTold(String line) {
		await().until(() -> this.listener.told().contains(line));
	}

	private double count(String name, String... tags) {
		return this.registry.get(name).tags(tags).counter().count();
	}

	private static List<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("slicemeter-engine") || name.startsWith("docker-java"))
			.toList();
	}

}
