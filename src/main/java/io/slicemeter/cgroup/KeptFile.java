package io.slicemeter.cgroup;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/// One kernel file that is opened once and read again and again at position 0. May be
/// absent: an older kernel, a controller that is off, pressure that is switched off.
///
/// Java has no errno. A kept channel's error is an `IOException` with the text of
/// strerror(3), which follows the process's locale; so what the text does not tell, the
/// existence of the path does.
final class KeptFile implements Closeable {

	private final KernelFile file;

	private final Path path;

	private final ParseFaults faults;

	private @Nullable FileChannel channel;

	private boolean wasThere;

	private KeptFile(KernelFile file, Path directory, ParseFaults faults) {
		this.file = file;
		this.path = directory.resolve(file.fileName());
		this.faults = faults;
	}

	/// Opens a file that has to be there.
	/// @throws NoSuchFileException if it is not, or is just going
	static KeptFile required(KernelFile file, Path directory, ParseFaults faults) throws IOException {
		KeptFile kept = new KeptFile(file, directory, faults);
		try {
			kept.channel = FileChannel.open(kept.path, StandardOpenOption.READ);
			return kept;
		}
		catch (FileSystemException ex) {
			if (kept.isGone(ex)) {
				throw new NoSuchFileException(kept.path.toString(), null, ex.getReason());
			}
			throw ex;
		}
	}

	/// Opens a file that may be absent.
	/// @throws IOException if it is there and the process can't open any more files
	static KeptFile optional(KernelFile file, Path directory, ParseFaults faults) throws IOException {
		KeptFile kept = new KeptFile(file, directory, faults);
		kept.open();
		return kept;
	}

	/// Opens an absent file if it is there by now.
	void open() throws IOException {
		if (this.channel != null) {
			return;
		}
		try {
			this.channel = FileChannel.open(this.path, StandardOpenOption.READ);
			this.wasThere = true;
		}
		catch (AccessDeniedException ex) {
			this.faults.add(this.file, Fault.UNREADABLE, this.path);
		}
		catch (FileSystemException ex) {
			if (!isUnsupported(ex) && !isGone(ex)) {
				throw ex;
			}
		}
	}

	/// Reads the file.
	/// @return false if it is absent, also from now on
	boolean read(Text text) {
		FileChannel open = this.channel;
		if (open == null) {
			return false;
		}
		try {
			text.of(this.file, this.path, this.faults).read(open);
			return true;
		}
		catch (IOException ex) {
			close();
			if (!isUnsupported(ex) && !isGone(ex)) {
				this.faults.add(this.file, Fault.UNREADABLE, this.path);
			}
			return false;
		}
	}

	/// Whether it ever was there.
	boolean wasThere() {
		return this.wasThere;
	}

	/// Reads the file that tells whether the cgroup lives.
	/// @return false if it is gone
	/// @throws IOException if it can't be read for another reason
	boolean readWhileThere(Text text) throws IOException {
		FileChannel open = this.channel;
		if (open == null) {
			return false;
		}
		try {
			text.of(this.file, this.path, this.faults).read(open);
			return true;
		}
		catch (ClosedChannelException ex) {
			throw ex;
		}
		catch (IOException ex) {
			if (isGone(ex)) {
				return false;
			}
			throw ex;
		}
	}

	/// Reads a file once, to its end, and closes it.
	/// @return false if it is absent or can't be read
	static boolean readOnce(KernelFile file, Path directory, ParseFaults faults, Text text) {
		KeptFile kept = new KeptFile(file, directory, faults);
		try (FileChannel channel = FileChannel.open(kept.path, StandardOpenOption.READ)) {
			text.of(file, kept.path, faults).readToEnd(channel);
			return true;
		}
		catch (IOException ex) {
			if (!isUnsupported(ex) && !kept.isGone(ex)) {
				faults.add(file, Fault.UNREADABLE, kept.path);
			}
			return false;
		}
	}

	/// Reads the only word of a file.
	/// @return empty if the file is absent, can't be read or has no word
	static Optional<String> readWord(KernelFile file, Path directory, ParseFaults faults) {
		Text text = Text.ofThread();
		if (!readOnce(file, directory, faults, text)) {
			return Optional.empty();
		}
		if (text.nextLine() && text.nextWord()) {
			return Optional.of(text.word());
		}
		faults.add(file, Fault.MISSING_KEY, directory);
		return Optional.empty();
	}

	@Override
	public void close() {
		FileChannel open = this.channel;
		this.channel = null;
		if (open == null) {
			return;
		}
		try {
			open.close();
		}
		catch (IOException ex) {
			// Nothing was written: closing a file that was only read loses nothing.
			this.faults.add(this.file, Fault.UNREADABLE, this.path);
		}
	}

	/// ENOENT, ENODEV (a kept channel of a removed cgroup) or ESRCH (of an ended
	/// process).
	private boolean isGone(IOException ex) {
		String reason = reason(ex);
		return ex instanceof NoSuchFileException || reason.contains("no such device")
				|| reason.contains("no such process") || reason.contains("no such file") || Files.notExists(this.path);
	}

	/// EOPNOTSUPP: pressure is switched off. glibc says "Operation not supported", musl
	/// "Not supported".
	private static boolean isUnsupported(IOException ex) {
		return reason(ex).contains("not supported");
	}

	private static String reason(IOException ex) {
		String reason = (ex instanceof FileSystemException failure) ? failure.getReason() : ex.getMessage();
		return (reason != null) ? reason.toLowerCase(Locale.ROOT) : "";
	}

}
