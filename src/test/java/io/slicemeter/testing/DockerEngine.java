package io.slicemeter.testing;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import com.github.dockerjava.core.DockerClientImpl;
import com.github.dockerjava.httpclient5.ApacheDockerHttpClient;
import io.slicemeter.runner.ContainerId;
import org.junit.jupiter.api.Assumptions;

/// The real Docker Engine of the environment (`DOCKER_HOST`, else the usual socket) for
/// tests, with a small busybox image: `SLICEMETER_TEST_IMAGE`, by default
/// `busybox:local`, which is pulled as `busybox:1` where it is missing. Containers that
/// were made through an instance are removed when it is closed.
public final class DockerEngine implements AutoCloseable {

	private static final String IMAGE = System.getenv().getOrDefault("SLICEMETER_TEST_IMAGE", "busybox:local");

	private static final AtomicInteger NUMBER = new AtomicInteger();

	private final DockerClient client = connect();

	private final List<String> made = new ArrayList<>();

	private final String prefix;

	private DockerEngine(String prefix) {
		this.prefix = prefix;
	}

	/// Whether there is an Engine with the image.
	public static boolean available() {
		return Availability.AVAILABLE;
	}

	/// Skips the test where there is none.
	/// @param prefix begins the names of its containers
	public static DockerEngine assume(String prefix) {
		Assumptions.assumeTrue(available(), "no Docker Engine with " + IMAGE);
		return new DockerEngine(prefix);
	}

	/// For what this class has no method for.
	public DockerClient client() {
		return this.client;
	}

	/// A name that no other container has.
	public String name(String word) {
		return "%s-%s-%d-%d".formatted(this.prefix, word, ProcessHandle.current().pid(), NUMBER.incrementAndGet());
	}

	/// Makes a container that runs a shell script, and starts it.
	public ContainerId run(String name, String script) {
		return run(name, script, (command) -> command);
	}

	/// Makes a container that runs a shell script, and starts it.
	/// @param customizer changes how it is made
	public ContainerId run(String name, String script, UnaryOperator<CreateContainerCmd> customizer) {
		ContainerId container = create(name, script, customizer);
		this.client.startContainerCmd(container.value()).exec();
		return container;
	}

	/// Makes a container that would run a shell script.
	public ContainerId create(String name, String script, UnaryOperator<CreateContainerCmd> customizer) {
		String id = customizer.apply(this.client.createContainerCmd(IMAGE).withName(name).withCmd("sh", "-c", script))
			.exec()
			.getId();
		this.made.add(id);
		return new ContainerId(id);
	}

	@Override
	public void close() throws IOException {
		for (String id : this.made) {
			try {
				this.client.removeContainerCmd(id).withForce(true).withRemoveVolumes(true).exec();
			}
			catch (NotFoundException ex) {
				// The test removed it.
			}
		}
		this.client.close();
	}

	private static DockerClient connect() {
		DockerClientConfig configuration = DefaultDockerClientConfig.createDefaultConfigBuilder().build();
		return DockerClientImpl.getInstance(configuration,
				new ApacheDockerHttpClient.Builder().dockerHost(configuration.getDockerHost())
					.sslConfig(configuration.getSSLConfig())
					.build());
	}

	/// Asked once for all tests of a JVM.
	private static final class Availability {

		private static final boolean AVAILABLE = ask();

		private static boolean ask() {
			try (DockerClient client = connect()) {
				client.pingCmd().exec();
				return hasImage(client) || pull(client);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
			catch (IOException | RuntimeException ex) {
				return false;
			}
		}

		private static boolean hasImage(DockerClient client) {
			try {
				client.inspectImageCmd(IMAGE).exec();
				return true;
			}
			catch (NotFoundException ex) {
				return false;
			}
		}

		private static boolean pull(DockerClient client) throws InterruptedException {
			boolean pulled = client.pullImageCmd("busybox").withTag("1").start().awaitCompletion(1, TimeUnit.MINUTES);
			int colon = IMAGE.lastIndexOf(':');
			if (pulled && colon > 0) {
				client.tagImageCmd("busybox:1", IMAGE.substring(0, colon), IMAGE.substring(colon + 1)).exec();
			}
			return pulled && hasImage(client);
		}

	}

}
