package io.slicemeter.e2e;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/// What a command left behind.
///
/// @param command the command as it was given
/// @param exitCode 0 if it succeeded
/// @param output its standard output, without the last line's end
/// @param errors its standard error, without the last line's end
record CommandResult(String command, int exitCode, String output, String errors) {

	/// Runs a command without input to its end. One that takes longer than the timeout is
	/// ended, and is an [IllegalStateException].
	static CommandResult of(ProcessBuilder builder, Duration timeout) {
		String command = String.join(" ", builder.command());
		try (var readers = Executors.newVirtualThreadPerTaskExecutor()) {
			Process process = builder.redirectInput(new File("/dev/null")).start();
			CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> text(process.getInputStream()),
					readers);
			CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()),
					readers);
			if (!process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS)) {
				process.descendants().forEach(ProcessHandle::destroy);
				process.destroy();
				throw new IllegalStateException("'%s' did not end within %s".formatted(command, timeout));
			}
			return new CommandResult(command, process.exitValue(), output.join(), errors.join());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted while '%s' ran".formatted(command), ex);
		}
	}

	private static String text(InputStream stream) {
		try (stream) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// Its output; an [IllegalStateException] with all facts if it failed.
	String outputOfSuccess() {
		if (this.exitCode != 0) {
			throw new IllegalStateException(
					"'%s' ended with %d%n%s%n%s".formatted(this.command, this.exitCode, this.output, this.errors));
		}
		return this.output;
	}

}
