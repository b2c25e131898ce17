package io.slicemeter.e2e;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/// The machine that the other end-to-end tests stand on, without the service.
@OnFreshGuest
class VmE2E {

	private final Guest guest;

	VmE2E(Guest guest) {
		this.guest = guest;
	}

	@Test
	void theEngineUsesTheSystemdDriverOnUnifiedCgroups() {
		assertThat(this.guest.docker("info", "--format", "{{.CgroupDriver}} {{.CgroupVersion}}"))
			.isEqualTo("systemd 2");
	}

	@Test
	void aContainersUseIsInItsScopeUnderTheNestedSlice() {
		String id = this.guest.startRunner("burner", "sh", "-c", "load burn 300; exec load alloc 50000000 600000");
		String memory = "timeout 60 sh -c 'until [ $(cat %1$s/memory.current) -gt 50000000 ]; do sleep 0.2; done'";
		this.guest.run(memory.formatted(Guest.cgroup(id)));
		assertThat(this.guest.cpuStat(id, "usage_usec")).isGreaterThan(300_000);
		this.guest.docker("rm", "--force", "burner");
		assertThat(this.guest.vm().run("test -e " + Guest.cgroup(id)).exitCode()).isEqualTo(1);
	}

	@Test
	void anUnprivilegedUserReachesTheEngine() {
		assertThat(this.guest.run("runuser -u meter -- docker version --format {{.Server.Os}}")).isEqualTo("linux");
	}

	@Test
	void aCommandsOutputErrorsAndExitCodeComeThrough() {
		CommandResult result = this.guest.vm().run("echo 'it''s out'; echo err >&2; exit 7");
		assertThat(result.output()).isEqualTo("its out");
		assertThat(result.errors()).isEqualToIgnoringNewLines("err");
		assertThat(result.exitCode()).isEqualTo(7);
	}

	@Test
	void aFileArrivesUnchanged(@TempDir Path directory) throws IOException {
		Path file = Files.writeString(directory.resolve("file"), "x".repeat(1_500_001));
		this.guest.vm().push(file, "/root/file");
		this.guest.vm().push(Files.writeString(file, "shorter"), "/root/second");
		assertThat(this.guest.run("stat -c %s /root/file; cat /root/second")).isEqualTo("1500001\nshorter");
	}

	@Test
	void aTunnelLeadsIntoTheGuestsLoopback() throws IOException {
		int port = this.guest.vm().forward(22);
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
			assertThat(socket.getInputStream().readNBytes(4)).asString(StandardCharsets.US_ASCII).isEqualTo("SSH-");
		}
	}

	@Test
	void aTunnelLeadsOutOfTheGuestUntilItIsTakenAway() throws IOException {
		try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			CompletableFuture<Void> answered = CompletableFuture.runAsync(() -> answer(server));
			this.guest.vm().reverse(7000, server.getLocalPort());
			assertThat(this.guest.run("bash -c 'read -r line < /dev/tcp/127.0.0.1/7000; echo \"$line\"'"))
				.isEqualTo("hello");
			answered.join();
			this.guest.vm().unreverse(7000, server.getLocalPort());
			assertThat(this.guest.vm().run("bash -c ': < /dev/tcp/127.0.0.1/7000'").errors()).contains("refused");
		}
	}

	private static void answer(ServerSocket server) {
		try (Socket socket = server.accept(); OutputStream out = socket.getOutputStream()) {
			out.write("hello\n".getBytes(StandardCharsets.US_ASCII));
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
