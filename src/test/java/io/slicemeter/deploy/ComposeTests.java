package io.slicemeter.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What `docker-compose.yml` lets its services do.
class ComposeTests {

	private static final Map<String, Object> COMPOSE = Yaml.one(read("docker-compose.yml"));

	private static final Map<String, Object> SERVICES = Yaml.map(Yaml.at(COMPOSE, "services"));

	private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_]+)(:[-?])?([^}]*)}");

	static Stream<String> services() {
		return SERVICES.keySet().stream();
	}

	@ParameterizedTest
	@MethodSource("services")
	void noServiceHasMoreRightsThanItNeeds(String name) {
		Map<String, Object> service = service(name);
		assertThat(service).containsEntry("read_only", true)
			.containsEntry("cap_drop", List.of("ALL"))
			.containsEntry("security_opt", List.of("no-new-privileges:true"))
			.doesNotContainKeys("privileged", "cap_add", "devices", "network_mode");
		assertThat(Objects.toString(service.get("user"))).isNotIn("null", "root", "0").doesNotStartWith("0:");
	}

	@ParameterizedTest
	@MethodSource("services")
	void imagesArePinned(String name) {
		assertThat(Objects.toString(service(name).get("image")))
			.matches("[a-z/.-]+:v?\\d+\\.\\d+(\\.\\d+)?(-[a-z0-9]+)?|\\$\\{SLICEMETER_IMAGE:-slicemeter:local}");
	}

	@ParameterizedTest
	@MethodSource("services")
	void onlyThisMachineReachesAService(String name) {
		assertThat(list(service(name), "ports")).allSatisfy((port) -> assertThat(port).startsWith("127.0.0.1:"));
	}

	@Test
	void slicemeterSeesTheHostAndMayNotChangeIt() {
		Map<String, Object> slicemeter = service("slicemeter");
		assertThat(slicemeter).containsEntry("cgroup", "host")
			.containsEntry("pid", "host")
			.containsEntry("ulimits", Map.of("rtprio", 1));
		assertThat(list(slicemeter, "volumes")).containsExactly("/sys/fs/cgroup:/host/sys/fs/cgroup:ro",
				"/proc:/host/proc:ro", "spool:/var/lib/slicemeter");
		assertThat(list(slicemeter, "command")).contains("--slicemeter.host.cgroup-root=/host/sys/fs/cgroup",
				"--slicemeter.host.proc-root=/host/proc", "--slicemeter.docker.host=tcp://docker-proxy:2375");
	}

	@Test
	void onlyTheProxyHasTheSocketAndOnlySlicemeterTheProxy() {
		assertThat(services()
			.filter((name) -> list(service(name), "volumes").stream().anyMatch((it) -> it.contains("docker.sock"))))
			.containsExactly("docker-proxy");
		assertThat(services().filter((name) -> list(service(name), "networks").contains("docker-proxy")))
			.containsExactlyInAnyOrder("slicemeter", "docker-proxy");
		assertThat(list(service("docker-proxy"), "networks")).containsExactly("docker-proxy");
		assertThat(Yaml.at(COMPOSE, "networks", "docker-proxy", "internal")).isEqualTo(true);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/_ping", "/version", "/info", "/events", "/v1.41/events", "/containers/json",
			"/containers/0123abc/json", "/v1.52/containers/build-7_x.y/stats" })
	void theProxyAnswersWhatIsAsked(String path) {
		assertThat(path).matches(allowed());
	}

	@ParameterizedTest
	@ValueSource(strings = { "/containers/create", "/containers/0123abc/logs", "/containers/0123abc/archive",
			"/containers/0123abc/export", "/containers/a/b/json", "/containers/../images/json", "/images/json",
			"/secrets", "/exec/0123/json", "/v1.41/volumes", "/swarm", "/_ping/x" })
	void theProxyRefusesEverythingElse(String path) {
		assertThat(path).doesNotMatch(allowed());
		assertThat(list(service("docker-proxy"), "command")).filteredOn((option) -> option.startsWith("-allow"))
			.extracting((option) -> option.replaceAll("=.*", ""))
			.containsExactlyInAnyOrder("-allowfrom", "-allowGET", "-allowhealthcheck");
	}

	private static String allowed() {
		return list(service("docker-proxy"), "command").stream()
			.filter((option) -> option.startsWith("-allowGET="))
			.map((option) -> option.substring("-allowGET=".length()))
			.findFirst()
			.orElseThrow();
	}

	@Test
	void noSecretHasADefault() {
		List<String> defaults = new ArrayList<>();
		for (MatchResult variable : VARIABLE.matcher(uncommented("docker-compose.yml")).results().toList()) {
			boolean secret = variable.group(1).matches(".*(PASSWORD|HASH|TOKEN).*");
			if (secret && !":?".equals(variable.group(2)) && !variable.group(3).matches("|/dev/null")) {
				defaults.add(variable.group());
			}
		}
		assertThat(defaults).isEmpty();
		assertThat(uncommented("docker-compose.yml")).contains("${POSTGRES_PASSWORD:?", "${SLICEMETER_DB_PASSWORD:?",
				"${SLICEMETER_TOKEN_HASH:?");
		assertThat(COMPOSE).doesNotContainKey("secrets");
	}

	@Test
	void everyVariableIsExplainedAtTheTop() {
		String compose = read("docker-compose.yml");
		String head = compose.substring(0, compose.indexOf("services:"));
		assertThat(VARIABLE.matcher(uncommented("docker-compose.yml"))
			.results()
			.filter((variable) -> ":?".equals(variable.group(2)))
			.map((variable) -> variable.group(1))).isNotEmpty().allSatisfy((name) -> assertThat(head).contains(name));
	}

	@Test
	void slicemeterStartsWhenItsDatabaseAnswers() {
		assertThat(Yaml.at(service("slicemeter"), "depends_on", "postgres", "condition")).isEqualTo("service_healthy");
		assertThat(service("postgres")).containsKey("healthcheck");
		assertThat(list(service("postgres"), "volumes")).contains("database:/var/lib/postgresql");
	}

	@Test
	void whatIsMountedFromTheRepositoryExists() {
		assertThat(services().flatMap((name) -> list(service(name), "volumes").stream())
			.filter((volume) -> volume.startsWith("./"))
			.map((volume) -> volume.replaceAll(":.*", ""))).hasSizeGreaterThan(3)
			.allSatisfy((path) -> assertThat(Path.of(path)).exists());
	}

	@Test
	void prometheusAndGrafanaComeOnDemand() {
		assertThat(services().filter((name) -> service(name).containsKey("profiles")))
			.containsExactlyInAnyOrder("prometheus", "grafana");
	}

	private static Map<String, Object> service(String name) {
		return Yaml.map(Yaml.at(SERVICES, name));
	}

	private static List<String> list(Map<String, Object> service, String key) {
		Object value = service.get(key);
		return (value != null) ? Yaml.list(value).stream().map(Object::toString).toList() : List.of();
	}

	private static String uncommented(String file) {
		return read(file).replaceAll("(?m)^ *#.*$", "");
	}

	private static String read(String file) {
		try {
			return Files.readString(Path.of(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
