package io.slicemeter.engine;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.github.dockerjava.api.model.Event;
import io.slicemeter.runner.ContainerId;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class EventDecoderTests {

	private static final ContainerId ID = new ContainerId("cd".repeat(32));

	@Test
	void readsAStartWithItsAttributes() {
		assertThat(decode("start", "\"image\":\"bb:1\",\"name\":\"w\",\"slicemeter.runner\":\"r1\""))
			.isEqualTo(new EngineEvent.Started(ID, Instant.parse("2026-11-30T20:51:35.461924609Z"), "w",
					Map.of("image", "bb:1", "name", "w", "slicemeter.runner", "r1")));
	}

	@Test
	void readsTheExitCodeOfADeath() {
		assertThat(decode("die", "\"exitCode\":\"137\"")).isInstanceOfSatisfying(EngineEvent.Died.class,
				(died) -> assertThat(died.exitCode()).isEqualTo(137));
		assertThat(decode("die", "")).isInstanceOfSatisfying(EngineEvent.Died.class,
				(died) -> assertThat(died.exitCode()).isNull());
		assertThat(decode("die", "\"exitCode\":\"x\"")).isInstanceOfSatisfying(EngineEvent.Died.class,
				(died) -> assertThat(died.exitCode()).isNull());
	}

	@Test
	void readsBothNamesOfARenameWithoutSlashes() {
		assertThat(decode("rename", "\"name\":\"new\",\"oldName\":\"/old\""))
			.isInstanceOfSatisfying(EngineEvent.Renamed.class, (renamed) -> {
				assertThat(renamed.name()).isEqualTo("new");
				assertThat(renamed.formerName()).isEqualTo("old");
			});
	}

	@Test
	void readsTheOthers() {
		assertThat(decode("oom", "")).isInstanceOf(EngineEvent.OutOfMemory.class);
		assertThat(decode("destroy", "")).isInstanceOf(EngineEvent.Destroyed.class);
		assertThat(decode("pause", "")).isInstanceOf(EngineEvent.Paused.class);
		assertThat(decode("unpause", "")).isInstanceOf(EngineEvent.Unpaused.class);
		assertThat(decode("update", "")).isInstanceOf(EngineEvent.Updated.class);
	}

	@ParameterizedTest
	@ValueSource(strings = { "create", "kill", "stop", "exec_create: sh -c true", "health_status: healthy", "exec_die",
			"start: now", "" })
	void ignoresWhatIsNotOurs(String action) {
		assertThat(decode(action, "")).isNull();
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", "{\"Action\":\"start\"}", "{\"Action\":\"start\",\"id\":\"short\",\"timeNano\":1}",
			"{\"Action\":\"start\",\"Actor\":{\"ID\":null},\"timeNano\":1}",
			"{\"Action\":\"start\",\"Actor\":{\"ID\":"
					+ "\"cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd\"}}",
			"{\"Actor\":{\"ID\":\"cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd\"},\"timeNano\":1}" })
	void ignoresWhatDoesNotSayWhichContainerOrWhen(String json) {
		assertThat(EventDecoder.decode(Fixtures.read(json, Event.class))).isNull();
	}

	@Test
	void fallsBackToSecondsAndTheOldIdField() {
		assertThat(EventDecoder.decode(Fixtures.read(
				"{\"status\":\"oom\",\"id\":\"" + ID + "\",\"time\":1796071895,\"Actor\":{\"Attributes\":null}}",
				Event.class)))
			.isEqualTo(new EngineEvent.OutOfMemory(ID, Instant.ofEpochSecond(1796071895)));
	}

	@Test
	void findsWhatMattersAmongRealEvents() {
		assertThat(golden("events.jsonl").stream()
			.filter((event) -> event.container().abbreviated().startsWith("71b08b"))
			.map(EventDecoder::action)).containsExactly("start", "die", "start", "pause", "unpause", "update", "update",
					"update", "rename", "oom", "oom", "die", "destroy");
	}

	@Test
	void findsFewEventsAmongHealthChecks() {
		List<EngineEvent> events = golden("events-health-checks.jsonl");
		String checked = events.getFirst().container().abbreviated();
		assertThat(events.stream().filter((event) -> event.container().abbreviated().equals(checked)))
			.extracting(EventDecoder::action)
			.containsExactly("start", "die", "destroy");
	}

	private static List<EngineEvent> golden(String file) {
		return Fixtures.lines(file)
			.stream()
			.filter((line) -> line.contains("\"Type\":\"container\""))
			.map((line) -> EventDecoder.decode(Fixtures.read(line, Event.class)))
			.filter(Objects::nonNull)
			.toList();
	}

	private static @Nullable EngineEvent decode(String action, String attributes) {
		return EventDecoder.decode(Fixtures.read("""
				{"status":"%s","id":"%s","Type":"container","Action":"%s","Actor":{"ID":"%s","Attributes":{%s}},\
				"scope":"local","time":1796071895,"timeNano":1796071895461924609}""".formatted(action, ID, action, ID,
				attributes), Event.class));
	}

}
