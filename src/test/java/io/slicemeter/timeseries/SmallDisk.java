package io.slicemeter.timeseries;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Assumptions;

/// A disk that is soon full: a tmpfs. Mounting one takes root; without it the test is
/// skipped.
final class SmallDisk implements AutoCloseable {

	private final Path directory;

	private SmallDisk(Path directory) {
		this.directory = directory;
	}

	static SmallDisk mount(Path directory, int megabytes) throws Exception {
		Files.createDirectories(directory);
		int status = run(List.of("mount", "-t", "tmpfs", "-o", "mode=700,size=%dm".formatted(megabytes),
				"slicemeter-test", directory.toString()));
		Assumptions.assumeTrue(status == 0, "can't mount a tmpfs: needs root");
		return new SmallDisk(directory);
	}

	/// Takes all room that is left.
	void fill() throws IOException {
		byte[] piece = new byte[4096];
		try (OutputStream out = Files.newOutputStream(this.directory.resolve("other"))) {
			while (this.directory.toFile().getUsableSpace() > 0) {
				out.write(piece);
			}
		}
	}

	/// Gives it back.
	void empty() throws IOException {
		Files.delete(this.directory.resolve("other"));
	}

	Path directory() {
		return this.directory;
	}

	@Override
	public void close() {
		try {
			run(List.of("umount", "--lazy", this.directory.toString()));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static int run(List<String> command) throws IOException, InterruptedException {
		return new ProcessBuilder(command).inheritIO().start().waitFor();
	}

}
