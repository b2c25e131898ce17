package io.slicemeter.timeseries;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/// Room on the disk that is kept for the day when it is full: even to forget something
/// the spool has to write first, and without room it would never get out of that.
final class Reserve {

	private static final Log logger = LogFactory.getLog(Reserve.class);

	private static final int BYTES = 8 << 20;

	private static final int PIECE = 1 << 16;

	private static final Duration RETRY = Duration.ofMinutes(1);

	private final Path file;

	private boolean held;

	/// When to try again, by `System.nanoTime()`, after there was no room.
	private long triedNanos = System.nanoTime() - RETRY.toNanos();

	Reserve(Path directory) {
		this.file = directory.resolve("reserve");
	}

	/// Takes the room, but no more than half of what there is: the other half is for the
	/// spool. Real bytes: a hole would take none.
	void hold() {
		long now = System.nanoTime();
		if (this.held || now - this.triedNanos < RETRY.toNanos()) {
			return;
		}
		this.triedNanos = now;
		try (FileChannel channel = FileChannel.open(this.file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			long room = Files.getFileStore(this.file).getUsableSpace();
			fill(channel, Math.min(BYTES, (channel.size() + room) / 2));
			this.held = channel.size() >= BYTES;
		}
		catch (IOException ex) {
			logger.debug("No room for a reserve", ex);
		}
	}

	private static void fill(FileChannel channel, long bytes) throws IOException {
		ByteBuffer piece = ByteBuffer.allocate(PIECE);
		channel.position(channel.size());
		while (channel.size() < bytes) {
			channel.write(piece.clear());
		}
	}

	/// Gives the room back.
	void release() {
		this.held = false;
		this.triedNanos = System.nanoTime() - RETRY.toNanos();
		try (FileChannel channel = FileChannel.open(this.file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			channel.truncate(0);
		}
		catch (IOException ex) {
			logger.debug("The reserve can't be released", ex);
		}
	}

}
