package io.slicemeter.demo;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/// A file that stands for one of the kernel's. Each content is padded with empty lines to
/// the same length and written in place with one write, so that a reader's kept channel
/// finds the old content or the new one, never a part of either or no file at all.
///
/// Not thread-safe.
final class PaddedFile implements Closeable {

	private final byte[] content;

	private Path path;

	private @Nullable FileChannel channel;

	private PaddedFile(Path path, FileChannel channel, int length) {
		this.path = path;
		this.channel = channel;
		this.content = new byte[length];
	}

	/// Makes a file.
	/// @param length of every content that it will have
	static PaddedFile create(Path path, int length, CharSequence content) {
		try {
			PaddedFile file = new PaddedFile(path,
					FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), length);
			file.write(content);
			return file;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// From here on opens the file for each write only. For the many that are written now
	/// and then: a process may not have too many files open.
	/// @param path where it lies by the next write
	PaddedFile openedToWrite(Path path) {
		close();
		this.path = path;
		return this;
	}

	/// Appends what never changes; only right after the file was made.
	PaddedFile followedBy(CharSequence tail) {
		writeAll(ByteBuffer.wrap(tail.toString().getBytes(StandardCharsets.US_ASCII)), this.content.length);
		return this;
	}

	/// Gives the file another content; the same as before costs no write.
	void write(CharSequence text) {
		int length = text.length();
		if (length > this.content.length) {
			throw new IllegalArgumentException(
					"%d bytes don't fit into the %d of %s".formatted(length, this.content.length, this.path));
		}
		boolean changed = false;
		for (int index = 0; index < length; index++) {
			byte next = (byte) text.charAt(index);
			changed |= this.content[index] != next;
			this.content[index] = next;
		}
		for (int index = length; index < this.content.length; index++) {
			changed |= this.content[index] != '\n';
		}
		Arrays.fill(this.content, length, this.content.length, (byte) '\n');
		if (changed) {
			writeAll(ByteBuffer.wrap(this.content), 0);
		}
	}

	private void writeAll(ByteBuffer bytes, long position) {
		FileChannel kept = this.channel;
		try {
			if (kept != null) {
				writeAll(kept, bytes, position);
				return;
			}
			try (FileChannel opened = FileChannel.open(this.path, StandardOpenOption.WRITE)) {
				writeAll(opened, bytes, position);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void writeAll(FileChannel to, ByteBuffer bytes, long position) throws IOException {
		int length = bytes.remaining();
		int written = to.write(bytes, position);
		if (written != length) {
			throw new IOException("Wrote only %d of %d bytes to %s".formatted(written, length, this.path));
		}
	}

	@Override
	public void close() {
		FileChannel kept = this.channel;
		this.channel = null;
		if (kept == null) {
			return;
		}
		try {
			kept.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
