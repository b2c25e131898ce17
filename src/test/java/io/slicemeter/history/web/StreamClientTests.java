package io.slicemeter.history.web;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

import io.slicemeter.history.LiveFilter;
import io.slicemeter.history.LiveStream;
import io.slicemeter.history.LiveSubscription;
import io.slicemeter.testing.FakeLiveTail;
import io.slicemeter.testing.RestTest;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/// What one client is sent, over rows in memory and a real clock.
@RestTest
@TestPropertySource(properties = { "slicemeter.stream.interval=100ms", "slicemeter.stream.heartbeat=1s" })
class StreamClientTests {

	@Autowired
	private LiveStream stream;

	@Autowired
	private FakeLiveTail tail;

	@Autowired
	private JsonMapper json;

	@Test
	void itIsSentWhatHappensAndHeartbeatsUntilItGoes() throws InterruptedException {
		LiveSubscription subscription = this.stream.subscribe(LiveFilter.ALL, null);
		Recorder recorder = new Recorder();
		Thread thread = Thread.ofVirtual()
			.start(new StreamClient(subscription, recorder, new StreamFrames(this.json), this.stream.heartbeat(),
					null));
		this.tail.started(FakeLiveTail.owner("alpha", 1), 0).sample(FakeLiveTail.owner("alpha", 1), 0);
		Awaitility.await()
			.until(() -> recorder.sent.stream().filter(": heartbeat\n\n"::equals).count() >= 2
					&& String.join("", recorder.sent).contains("event: samples"));
		assertThat(recorder.sent.getFirst()).isEqualTo("retry: 3000\n\n");
		assertThat(String.join("", recorder.sent)).matches(
				"(?s).*id: \\S+\nevent: run-started\ndata: \\{.*}\n\nid: \\S+\nevent: samples\ndata: \\{.*}\n\n.*");
		subscription.close();
		thread.join();
		assertThat(recorder.completed).isTrue();
	}

	@Test
	void itIsLetGoWhenItsTokenExpires() throws InterruptedException {
		LiveSubscription subscription = this.stream.subscribe(LiveFilter.ALL, null);
		Recorder recorder = new Recorder();
		Thread thread = Thread.ofVirtual()
			.start(new StreamClient(subscription, recorder, new StreamFrames(this.json), this.stream.heartbeat(),
					Instant.now()));
		thread.join();
		assertThat(recorder.completed).isTrue();
		assertThat(subscription.isOpen()).isFalse();
	}

	@Test
	void itsPlaceIsFreeOnceItHasGone() throws InterruptedException {
		LiveSubscription subscription = this.stream.subscribe(LiveFilter.ALL, null);
		Recorder recorder = new Recorder();
		recorder.failure = new IOException("Broken pipe");
		Thread thread = Thread.ofVirtual()
			.start(new StreamClient(subscription, recorder, new StreamFrames(this.json), this.stream.heartbeat(),
					null));
		thread.join();
		assertThat(subscription.isOpen()).isFalse();
		// the server knows it already
		assertThat(recorder.completed).isFalse();
	}

	private static final class Recorder extends ResponseBodyEmitter {

		private final List<String> sent = new CopyOnWriteArrayList<>();

		private final AtomicBoolean completed = new AtomicBoolean();

		private volatile @Nullable IOException failure;

		@Override
		public void send(Object object, @Nullable MediaType mediaType) throws IOException {
			if (this.failure != null) {
				throw this.failure;
			}
			this.sent.add((String) object);
		}

		@Override
		public void complete() {
			this.completed.set(true);
		}

	}

}
