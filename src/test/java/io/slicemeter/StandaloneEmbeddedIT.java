package io.slicemeter;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.slicemeter.testing.FakeContainer;
import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.RunningSlicemeter;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The whole application as a new user starts it: no database is named, so it brings its
/// own.
@Timeout(240)
@ExtendWith(OutputCaptureExtension.class)
class StandaloneEmbeddedIT {

	private static final long MEMORY_BYTES = 123_456_789;

	@TempDir
	private Path directory;

	@Test
	void whatWasSampledBeforeARestartIsStillAnswered() {
		try (FakeEngine engine = FakeEngine.start()) {
			FakeContainer container = engine.run("kept");
			String runId;
			try (RunningSlicemeter slicemeter = start(engine)) {
				Awaitility.await().until(() -> engine.statisticsSubscribers(container.id()) == 1);
				container.statistics(Instant.now(), 1_000_000_000L, MEMORY_BYTES, 10, 20);
				Awaitility.await().untilAsserted(() -> assertThat(memory(slicemeter)).contains(MEMORY_BYTES));
				runId = slicemeter.get("/api/v1/runners/kept").path("runId").asString();
			}
			container.die(0);
			try (RunningSlicemeter slicemeter = start(engine)) {
				assertThat(memory(slicemeter)).contains(MEMORY_BYTES);
				JsonNode runner = slicemeter.get("/api/v1/runners/kept");
				assertThat(runner.path("runId").asString()).isEqualTo(runId);
				assertThat(runner.path("runCount").asInt()).isOne();
				// the spool knew that it was open
				Awaitility.await()
					.atMost(Duration.ofSeconds(30))
					.untilAsserted(() -> assertThat(
							slicemeter.get("/api/v1/runs/" + runId).path("closing").path("reason").asString(""))
						.isEqualTo("agent-down"));
			}
		}
	}

	@Test
	void onlyThisMachineReachesItAndASecondOneOnTheSameDirectoryIsToldSo(CapturedOutput output) throws IOException {
		try (FakeEngine engine = FakeEngine.start(); RunningSlicemeter first = start(engine)) {
			assertThatThrownBy(() -> start(engine).close()).isNotNull();
			assertThat(output.getOut()).contains("APPLICATION FAILED TO START")
				.contains(this.directory + " is in use by another Slicemeter")
				.contains("slicemeter.embedded.data-directory");
			assertThat(first.get("/api/v1/runners").path("items")).isEmpty();
			for (InetAddress address : otherAddresses()) {
				assertThatExceptionOfType(ConnectException.class).as("%s", address).isThrownBy(() -> {
					try (Socket socket = new Socket()) {
						socket.connect(new InetSocketAddress(address, first.port()), 5000);
					}
				});
			}
		}
	}

	private RunningSlicemeter start(FakeEngine engine) {
		return RunningSlicemeter.start("slicemeter.embedded.data-directory=" + this.directory,
				"slicemeter.spool.directory=" + this.directory.resolve("spool"),
				"slicemeter.docker.host=" + engine.host(), "slicemeter.source=docker", "slicemeter.interval=200ms");
	}

	private static List<Long> memory(RunningSlicemeter slicemeter) {
		return slicemeter.get("/api/v1/runners/kept/samples?from=-10m&step=1s&metric=memoryBytes")
			.path("columns")
			.path("memoryBytes")
			.valueStream()
			.filter((value) -> !value.isNull())
			.map(JsonNode::asLong)
			.toList();
	}

	/// This machine's IPv4 addresses but for loopback.
	private static List<InetAddress> otherAddresses() throws SocketException {
		return NetworkInterface.networkInterfaces()
			.flatMap(NetworkInterface::inetAddresses)
			.filter((address) -> !address.isLoopbackAddress() && address.getAddress().length == 4)
			.toList();
	}

}
