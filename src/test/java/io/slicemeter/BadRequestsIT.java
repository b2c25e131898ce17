package io.slicemeter;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

import io.slicemeter.testing.FakeEngine;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What no client should send, sent to the real server: nothing of it is an error of the
/// server, and everything is answered with a problem detail.
@Timeout(180)
class BadRequestsIT {

	private static FakeEngine engine;

	private static RunningSlicemeter slicemeter;

	@BeforeAll
	static void start() {
		engine = FakeEngine.start();
		slicemeter = RunningSlicemeter.start(TestDatabase.EMBEDDED.empty(), "slicemeter.docker.host=" + engine.host(),
				"slicemeter.source=docker");
	}

	@AfterAll
	static void stop() {
		slicemeter.close();
		engine.close();
	}

	@ParameterizedTest
	@ValueSource(strings = { "/api/v1/runners?name=%00", "/api/v1/runners?label=a%00b", "/api/v1/runners?name=%C3%28",
			"/api/v1/runners?name=%zz", "/api/v1/runners?name=%", "/api/v1/runners?%00=1", "/api/v1/runners/%00",
			"/api/v1/runners/a%00b/summary", "/api/v1/runners?host=%00", "/api/v1/slices?host=%00", "/api/v1/runs/%00",
			"/api/v1/hosts/%00", "/%2e%2e/..", "/../x", "/a%2fb", "/api/v1/runners?after=%00", "/api/v1/runners/%C3%28",
			"/api/v1/runners/x;y=%00", "/[", "/api/v1/runners?name=[", "/%5c", "/\"", "/api/v1/runs/%E2%98%83",
			"/api/v1/runners?from=%F0%9F%92%A9", "/api/v1/slices/%00/summary" })
	void aTargetThatNobodyMeansIsTheClientsFault(String target) throws IOException {
		Answer answer = send("GET " + target + " HTTP/1.1", "application/json");
		assertThat(answer.status()).as(answer.text()).isBetween(200, 499);
		if (answer.status() != 200) {
			assertThat(answer.text()).contains("Content-Type: application/problem+json").contains("\"type\"");
		}
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			application/json;charset=UTF-16 | 406
			garbage                         | 406
			text/html                       | 406
			*/*;q=0                         | 406
			application/json;q=0            | 406
			application/json;charset=utf-8  | 200
			application/*                   | 200
			*/*                             | 200
			""")
	void whatIsNotOfferedIsNotAcceptable(String accept, int status) throws IOException {
		Answer answer = send("GET /api/v1/runners HTTP/1.1", accept);
		assertThat(answer.status()).as(answer.text()).isEqualTo(status);
		assertThat(answer.text()).contains(
				(status == 200) ? "Content-Type: application/json\r\n" : "Content-Type: application/problem+json");
	}

	@Test
	void anotherMethodSaysWhichAreAllowed() throws IOException {
		Answer answer = send("TRACE /api/v1/runners HTTP/1.1", "application/json");
		assertThat(answer.status()).isEqualTo(405);
		assertThat(answer.text()).contains("\"instance\":\"/api/v1/runners\"");
		assertThat(send("DELETE /api/v1/runners HTTP/1.1", "application/json").text()).contains("Allow: GET,HEAD");
	}

	private record Answer(int status, String text) {
	}

	private static Answer send(String requestLine, String accept) throws IOException {
		try (Socket socket = new Socket("127.0.0.1", slicemeter.port())) {
			socket.setSoTimeout(30_000);
			socket.getOutputStream()
				.write((requestLine + "\r\nHost: localhost\r\nConnection: close\r\nAccept: " + accept + "\r\n\r\n")
					.getBytes(StandardCharsets.UTF_8));
			String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
			return new Answer(Integer.parseInt(text.split(" ", 3)[1]), text);
		}
	}

}
