package io.slicemeter.engine;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import com.github.dockerjava.api.command.InspectContainerResponse;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class InspectionDecoderTests {

	private static final long HOST_MEMORY = 3_054_931_968L;

	private static final ContainerId ID = new ContainerId("ab".repeat(32));

	@Test
	void describesARunningContainerWithLimits() {
		Container container = golden("c-cpu");
		assertThat(container.id()).isEqualTo(ID);
		assertThat(container.name()).isEqualTo("c-cpu");
		assertThat(container.image()).isEqualTo("bb:1");
		assertThat(container.labels()).isEmpty();
		assertThat(container.networkMode()).isEqualTo("bridge");
		assertThat(container.addresses()).containsExactly("172.17.0.2");
		assertThat(container.limits()).isEqualTo(new Limits(Limit.of(500), Limit.of(67108864), Limit.of(50)));
		assertThat(container.cgroupParent()).isEqualTo("ci-runners.slice");
		assertThat(container.status()).isEqualTo(Container.Status.RUNNING);
		assertThat(container.pid()).isEqualTo(777);
		assertThat(container.startedAt()).isEqualTo(Instant.parse("2026-11-30T20:42:12.593374993Z"));
		assertThat(container.finishedAt()).isNull();
		assertThat(container.exitCode()).isNull();
		assertThat(container.oomKilled()).isFalse();
	}

	@Test
	void takesTheLabels() {
		assertThat(decode(",\"Config\":{\"Image\":\"i\",\"Labels\":{\"slicemeter.runner\":\"r 1\",\"empty\":\"\"}}")
			.labels()).isEqualTo(Map.of("slicemeter.runner", "r 1", "empty", ""));
	}

	@Test
	void takesNoLimitAndNoParentAsSuch() {
		Container container = golden("c-default");
		assertThat(container.limits()).isEqualTo(new Limits(Limit.UNLIMITED, Limit.UNLIMITED, Limit.UNLIMITED));
		assertThat(container.cgroupParent()).isEmpty();
	}

	@ParameterizedTest
	@CsvSource({ "c-host,host", "c-none,none", "c-net,testnet",
			"c-share,container:5a8e45c2eb1d8eca0fd5790d3e1edd1c0de0a2e13cc29f163b8c381d4266cc6f" })
	void tellsTheNetworkMode(String file, String mode) {
		assertThat(golden(file).networkMode()).isEqualTo(mode);
	}

	@Test
	void takesAddressesFromAllNetworks() {
		assertThat(golden("c-net").addresses()).containsExactly("172.18.0.3");
		assertThat(golden("c-host").addresses()).isEmpty();
		assertThat(golden("c-share").addresses()).isEmpty();
		assertThat(
				decode("""
						,"NetworkSettings":{"IPAddress":"10.0.0.1","GlobalIPv6Address":"fd00::1","Networks":{"a":{"IPAddress":\
						"10.0.0.1","GlobalIPv6Address":""},"b":{"IPAddress":"10.0.1.1","GlobalIPv6Address":"fd00:1::1"},"c":null}}""")
					.addresses())
			.containsExactly("10.0.0.1", "fd00::1", "10.0.1.1", "fd00:1::1");
	}

	@Test
	void describesAContainerThatNeverStarted() {
		Container container = golden("c-oom2");
		assertThat(container.status()).isEqualTo(Container.Status.CREATED);
		assertThat(container.startedAt()).isNull();
		assertThat(container.finishedAt()).isEqualTo(Instant.parse("2026-11-30T20:43:58.137588403Z"));
		assertThat(container.exitCode()).isEqualTo(137);
		assertThat(container.pid()).isNull();
	}

	@Test
	void describesAnEndedContainer() {
		Container container = golden("o-main");
		assertThat(container.status()).isEqualTo(Container.Status.EXITED);
		assertThat(container.finishedAt()).isEqualTo(Instant.parse("2026-11-30T20:54:36.881992688Z"));
		assertThat(container.exitCode()).isEqualTo(137);
		assertThat(container.oomKilled()).isTrue();
	}

	@Test
	void keepsTheEndOfTheLifetimeBeforeWithoutItsExitCode() {
		Container container = golden("restart-policy");
		assertThat(container.status()).isEqualTo(Container.Status.RUNNING);
		assertThat(container.finishedAt()).isEqualTo(Instant.parse("2026-11-30T20:56:06.948085550Z"));
		assertThat(container.exitCode()).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "running,RUNNING,true", "paused,PAUSED,true", "restarting,RESTARTING,false", "created,CREATED,false",
			"removing,REMOVING,false", "exited,EXITED,false", "dead,DEAD,false" })
	void knowsTheStatus(String status, Container.Status expected, boolean alive) {
		Container container = state("\"Status\":\"" + status + "\"");
		assertThat(container.status()).isEqualTo(expected);
		assertThat(container.status().isAlive()).isEqualTo(alive);
	}

	@Test
	void goesByTheFlagsWhereTheStatusIsUnknown() {
		assertThat(state("\"Status\":\"stopping\",\"Running\":true").status()).isEqualTo(Container.Status.RUNNING);
		assertThat(state("\"Status\":\"stopping\",\"Paused\":true").status()).isEqualTo(Container.Status.PAUSED);
		assertThat(state("\"Running\":false").status()).isEqualTo(Container.Status.EXITED);
	}

	@Test
	void hasNoExitCodeBeforeTheFirstEnd() {
		assertThat(state("""
				"Status":"created","ExitCode":0,"FinishedAt":"0001-01-01T00:00:00Z\"""").exitCode()).isNull();
	}

	@ParameterizedTest
	@CsvSource({ "'\"NanoCpus\":1500000000',1500", "'\"CpuQuota\":50000,\"CpuPeriod\":100000',500",
			"'\"CpuQuota\":50000,\"CpuPeriod\":0',500", "'\"CpuQuota\":50000',500",
			"'\"CpuQuota\":400000,\"CpuPeriod\":50000',8000", "'\"CpuQuota\":-1',-1", "'\"CpuQuota\":0',-1",
			"'\"NanoCpus\":0',-1" })
	void readsTheCpuLimit(String host, long millicores) {
		assertThat(host(host).limits().cpuMillicores()).isEqualTo(limit(millicores));
	}

	@ParameterizedTest
	@CsvSource({ "0,-1", "null,-1", "-1,-1", "67108864,67108864", "3054931967,3054931967", "3054931968,-1",
			"9223372036854775807,-1" })
	void readsTheMemoryLimit(String memory, long bytes) {
		assertThat(host("\"Memory\":" + memory).limits().memoryBytes()).isEqualTo(limit(bytes));
	}

	@ParameterizedTest
	@CsvSource({ "0,-1", "null,-1", "-1,-1", "50,50" })
	void readsTheLimitOfProcesses(String pids, long expected) {
		assertThat(host("\"PidsLimit\":" + pids).limits().pids()).isEqualTo(limit(expected));
	}

	@ParameterizedTest
	@CsvSource({ "'\"NetworkMode\":\"default\"',bridge", "'\"NetworkMode\":\"\"',bridge", "'',bridge",
			"'\"NetworkMode\":\"none\"',none" })
	void takesTheDefaultNetworkModeAsWhatItMeans(String host, String mode) {
		assertThat(host(host).networkMode()).isEqualTo(mode);
	}

	@Test
	void survivesTheLeastThatAnEngineTells() {
		Container container = InspectionDecoder.decode(ID,
				Fixtures.read("{\"State\":{},\"Image\":\"sha256:1\"}", InspectContainerResponse.class), HOST_MEMORY);
		assertThat(container.limits()).isEqualTo(Limits.UNKNOWN);
		assertThat(container.image()).isEqualTo("sha256:1");
		assertThat(container.status()).isEqualTo(Container.Status.EXITED);
		assertThat(container.labels()).isEmpty();
	}

	private static Limit limit(long value) {
		return (value >= 0) ? Limit.of(value) : Limit.UNLIMITED;
	}

	private static Container golden(String file) {
		InspectContainerResponse[] responses = Fixtures.read(asArray(Fixtures.text("inspect-" + file + ".json")),
				InspectContainerResponse[].class);
		return InspectionDecoder.decode(ID, List.of(responses).getFirst(), HOST_MEMORY);
	}

	private static String asArray(String json) {
		return json.strip().startsWith("[") ? json : "[" + json + "]";
	}

	private static Container host(String host) {
		return decode(",\"HostConfig\":{" + host + "}");
	}

	private static Container state(String state) {
		return InspectionDecoder.decode(ID,
				Fixtures.read("{\"Name\":\"/x\",\"State\":{" + state + "}}", InspectContainerResponse.class),
				HOST_MEMORY);
	}

	private static Container decode(String more) {
		return InspectionDecoder.decode(ID, Fixtures
			.read("{\"Name\":\"/x\",\"State\":{\"Status\":\"running\"}" + more + "}", InspectContainerResponse.class),
				HOST_MEMORY);
	}

}
