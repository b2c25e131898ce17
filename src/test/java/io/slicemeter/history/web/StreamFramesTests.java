package io.slicemeter.history.web;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.slicemeter.history.LiveDelivery;
import io.slicemeter.history.LiveFilter;
import io.slicemeter.history.LiveLook;
import io.slicemeter.history.LivePosition;
import io.slicemeter.history.web.StreamFrames.Frames;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.RunState;
import io.slicemeter.testing.FakeLiveTail;
import io.slicemeter.testing.RestTest;
import io.slicemeter.timeseries.LiveRows;
import io.slicemeter.timeseries.LiveRun;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import tools.jackson.databind.json.JsonMapper;

import static io.slicemeter.testing.FakeLiveTail.at;
import static io.slicemeter.testing.FakeLiveTail.owner;
import static org.assertj.core.api.Assertions.assertThat;

/// What stands on the wire, byte for byte.
@RestTest
class StreamFramesTests {

	private final StreamFrames frames;

	StreamFramesTests(@Autowired JsonMapper json) {
		this.frames = new StreamFrames(json);
	}

	private static LiveLook look(int samples) {
		FakeLiveTail tail = new FakeLiveTail().now(2);
		for (int number = 0; number < samples; number++) {
			tail.sample(owner("alpha", 1), number / 1000.0);
		}
		tail.ended(owner("alpha", 1), 0, 1, 137);
		LiveRows rows = tail.look(Duration.ofSeconds(30), Map.of());
		LiveRun started = new LiveRun(owner("beta", 2), new ContainerId("d".repeat(64)), null, at(0.5), null,
				RunState.RUNNING, null, null, null, null);
		return new LiveLook("e", 4, at(2), at(0), at(1), List.of(started), rows.samples(), rows.runs());
	}

	private static LiveDelivery delivery(int samples, int skipped) {
		return new LiveDelivery(look(samples), skipped, true);
	}

	private static List<String> lines(String prefix, String text) {
		return text.lines()
			.filter((line) -> line.startsWith(prefix))
			.map((line) -> line.substring(prefix.length()))
			.toList();
	}

	@Test
	void theShapesAreThoseThatWerePromised() {
		String host = owner("alpha", 1).run().host().toString();
		Frames frames = this.frames.of(delivery(1, 0), LiveFilter.ALL);
		assertThat(frames.events()).isEqualTo(3);
		assertThat(lines("event: ", frames.text())).containsExactly("run-started", "samples", "run-ended");
		assertThat(lines("data: ", frames.text())).containsExactly(
				"""
						{"host":"beta","slice":"ci-runners.slice","runner":"runner-2","runId":"%s","containerId":"%s","image":null,"startedAt":"2026-03-01T12:00:00.500Z"}"""
					.formatted(owner("beta", 2).run(), "d".repeat(64)),
				"""
						{"items":[{"host":"alpha","slice":"ci-runners.slice","runner":"runner-1","runId":"%s-0000000000000001","at":"2026-03-01T12:00:00Z","cpuMillicores":12.346,"memoryBytes":null,"networkReceivedBytes":null,"networkSentBytes":null,"ioReadBytes":null,"ioWriteBytes":null,"oomKills":null,"pids":7}]}"""
					.formatted(host),
				"""
						{"host":"alpha","slice":"ci-runners.slice","runner":"runner-1","runId":"%s-0000000000000001","startedAt":"2026-03-01T12:00:00Z","endedAt":"2026-03-01T12:00:01Z","state":"ended","exitCode":137,"oomKilled":false,"oomKills":2,"exact":true}"""
					.formatted(host));
	}

	@Test
	void anEventHoldsAtMost500Samples() {
		Frames frames = this.frames.of(delivery(1001, 0), LiveFilter.ALL);
		assertThat(lines("event: ", frames.text())).containsExactly("run-started", "samples", "samples", "samples",
				"run-ended");
		assertThat(lines("data: ", frames.text()).stream().map((data) -> data.split("\"at\":").length - 1))
			.containsExactly(0, 500, 500, 1, 0);
	}

	@Test
	void eachEventSaysHowFarItsClientIs() {
		List<String> ids = lines("id: ", this.frames.of(delivery(1, 0), LiveFilter.ALL).text());
		assertThat(ids.stream().map((id) -> LivePosition.decode(id).orElseThrow())).containsExactly(
				new LivePosition("e", 4, 1, at(0)), new LivePosition("e", 4, 2, at(0)),
				new LivePosition("e", 4, LivePosition.ALL, at(1)));
	}

	@Test
	void whatWasSentIsNotSentAgain() {
		Frames rest = this.frames.of(delivery(1, 2), LiveFilter.ALL);
		assertThat(lines("event: ", rest.text())).containsExactly("run-ended");
		assertThat(rest.events()).isEqualTo(1);
		assertThat(this.frames.of(delivery(1, LivePosition.ALL), LiveFilter.ALL)).isEqualTo(new Frames("", 0));
	}

	@Test
	void whatIsNotWantedIsNotSent() {
		LiveFilter beta = new LiveFilter(Set.of("beta"), List.of(), Set.of());
		assertThat(lines("event: ", this.frames.of(delivery(1, 0), beta).text())).containsExactly("run-started");
		LiveFilter nobody = new LiveFilter(Set.of(), List.of(), Set.of("nobody"));
		assertThat(this.frames.of(delivery(1, 0), nobody).events()).isZero();
	}

	@Test
	void dataNeverHoldsALineBreak() {
		assertThat(Stream.of(this.frames.of(delivery(3, 0), LiveFilter.ALL).text().split("\n\n")))
			.allSatisfy((event) -> assertThat(event.lines()).hasSize(3));
	}

}
