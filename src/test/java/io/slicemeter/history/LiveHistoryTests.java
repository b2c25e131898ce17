package io.slicemeter.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.slicemeter.runner.RunKey;
import io.slicemeter.testing.FakeLiveTail;
import io.slicemeter.timeseries.LiveOwner;
import io.slicemeter.timeseries.LiveRun;
import io.slicemeter.timeseries.LiveSample;
import io.slicemeter.web.Cursor;
import org.junit.jupiter.api.Test;

import static io.slicemeter.testing.FakeLiveTail.at;
import static io.slicemeter.testing.FakeLiveTail.owner;
import static org.assertj.core.api.Assertions.assertThat;

/// What is told, and what is told again to whom.
class LiveHistoryTests {

	private static final LiveOwner ONE = owner("alpha", 1);

	private static final LiveOwner TWO = owner("alpha", 2);

	private static final LiveOwner BETA = owner("beta", 3);

	private final FakeLiveTail tail = new FakeLiveTail();

	private final LiveHistory history = new LiveHistory();

	private LiveLook look(double seconds) {
		return this.history.add(this.tail.now(seconds).look(LiveHistory.WINDOW, Map.of()));
	}

	private static List<Instant> moments(LiveLook look) {
		return look.samples().stream().map(LiveSample::at).toList();
	}

	private static List<RunKey> keys(List<LiveRun> runs) {
		return runs.stream().map((run) -> run.owner().run()).toList();
	}

	private static Stream<Instant> moments(List<LiveDelivery> deliveries) {
		return deliveries.stream().flatMap((delivery) -> moments(delivery.look()).stream());
	}

	@Test
	void whatALookBeforeHasFoundIsDroppedByItsKey() {
		this.tail.sample(ONE, 0).sample(TWO, 0);
		assertThat(look(1).samples()).hasSize(2);
		this.tail.sample(ONE, 2);
		assertThat(moments(look(2))).containsExactly(at(2));
		assertThat(look(3).isEmpty()).isTrue();
	}

	@Test
	void aRowThatComesLateIsTold() {
		this.tail.sample(ONE, 20);
		look(20);
		this.tail.sample(ONE, 5);
		assertThat(moments(look(21))).containsExactly(at(5));
	}

	@Test
	void nothingIsToldTwiceHoweverLongItGoesOn() {
		int told = 0;
		for (int second = 0; second < 300; second++) {
			this.tail.sample(ONE, second);
			told += look(second).samples().size();
		}
		assertThat(told).isEqualTo(300);
		assertThat(this.history.newest()).containsExactly(Map.entry(ONE.run(), at(299)));
	}

	@Test
	void whatIsOverIsForgotten() {
		this.tail.sample(ONE, 0).started(ONE, 0).ended(ONE, 0, 1, 0);
		look(1);
		look(100);
		assertThat(this.history.newest()).isEmpty();
	}

	@Test
	void aStartAndAnEndAreToldOnce() {
		look(0);
		this.tail.started(ONE, 1);
		assertThat(keys(look(2).started())).containsExactly(ONE.run());
		this.tail.ended(ONE, 1, 3, 137);
		LiveLook third = look(4);
		assertThat(third.started()).isEmpty();
		assertThat(keys(third.ended())).containsExactly(ONE.run());
		assertThat(look(5).isEmpty()).isTrue();
	}

	@Test
	void aRunThatBeganLongAgoDoesNotStart() {
		look(0);
		this.tail.ended(ONE, -3600, 1, 0);
		LiveLook look = look(2);
		assertThat(look.started()).isEmpty();
		assertThat(keys(look.ended())).containsExactly(ONE.run());
	}

	@Test
	void anEndWaitsAWhileForItsExitStatus() {
		look(0);
		this.tail.ended(ONE, -3600, 1, null).ended(TWO, -3600, 1, null);
		assertThat(look(2).ended()).isEmpty();
		this.tail.ended(ONE, -3600, 1, 137);
		assertThat(keys(look(3).ended())).containsExactly(ONE.run());
		assertThat(keys(look(4.5).ended())).containsExactly(TWO.run());
	}

	@Test
	void whoComesBackIsToldExactlyWhatCameMeanwhile() {
		this.tail.sample(ONE, 0);
		look(0);
		this.tail.sample(ONE, 1);
		LivePosition position = LiveDelivery.of(look(1)).position(1, true);
		this.tail.sample(ONE, 0.5).sample(TWO, 2);
		look(2);
		this.tail.sample(ONE, 3);
		look(3);
		assertThat(moments(this.history.since(position))).containsExactly(at(0.5), at(2), at(3));
	}

	@Test
	void whoWasSentAPartOfALookIsSentTheRest() {
		look(0);
		this.tail.started(ONE, 1).sample(ONE, 1);
		LivePosition position = LiveDelivery.of(look(1)).position(1, false);
		assertThat(this.history.since(position)).singleElement()
			.satisfies((delivery) -> assertThat(delivery.skipped()).isEqualTo(1));
	}

	@Test
	void whoComesBackLateIsToldOfTheLast30Seconds() {
		look(0);
		this.tail.sample(ONE, 1);
		LivePosition position = LiveDelivery.of(look(1)).position(1, true);
		for (int second = 2; second < 50; second++) {
			this.tail.sample(ONE, second);
			look(second);
		}
		assertThat(moments(this.history.since(position))).hasSize(31).startsWith(at(19));
	}

	@Test
	void whoComesFromAnotherReplicaIsToldWhatWasSampledSince() {
		this.tail.sample(ONE, 1).sample(ONE, 2).sample(ONE, 3).started(TWO, -20).started(BETA, 2);
		look(4);
		LivePosition position = new LivePosition("another", 77, LivePosition.ALL, at(2));
		List<LiveDelivery> missed = this.history.since(position);
		assertThat(moments(missed)).containsExactly(at(3));
		assertThat(missed).singleElement()
			.satisfies((delivery) -> assertThat(keys(delivery.look().started())).containsExactly(BETA.run()));
	}

	@Test
	void theHostThatIsFurthestBehindSaysHowFarEverythingIsSettled() {
		this.tail.sample(ONE, 9).sample(BETA, 7);
		assertThat(look(10).settled()).isEqualTo(at(7));
		this.tail.sample(BETA, 10);
		assertThat(look(11).settled()).isEqualTo(at(9));
		// a host that tells nothing more does not hold it up
		this.tail.sample(BETA, 25);
		assertThat(look(25).settled()).isEqualTo(at(25));
		assertThat(look(60).settled()).isEqualTo(at(50));
	}

	@Test
	void whatIsSettledGoesByTheDatabasesClock() {
		LiveOwner fast = new LiveOwner(ONE.run(), ONE.host(), ONE.slice(), ONE.runner(), List.of(),
				Duration.ofMinutes(5));
		this.tail.sample(fast, 303);
		assertThat(look(4).settled()).isEqualTo(at(3));
	}

	@Test
	void aPositionIsReadAsItWasWritten() {
		LivePosition position = new LivePosition("abc", 7, 3, at(1.5));
		assertThat(LivePosition.decode(position.encoded())).contains(position);
		assertThat(LivePosition.decode("x")).isEmpty();
		assertThat(LivePosition.decode("")).isEmpty();
		assertThat(LivePosition.decode(Cursor.encode("a", "b", "c", "d"))).isEmpty();
	}

}
