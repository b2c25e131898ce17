package io.slicemeter.role;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a second process out of a directory. The kernel gives the lock back when its
/// process ends, however it ends.
final class DirectoryLock implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(DirectoryLock.class);

	/// POSIX drops a process's lock on a file as soon as it closes any descriptor of that
	/// file. So a second attempt in this process must not even open it.
	private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

	private final Path file;

	private final FileChannel channel;

	private DirectoryLock(Path file, FileChannel channel) {
		this.file = file;
		this.channel = channel;
	}

	static DirectoryLock acquire(Path directory) throws IOException {
		Path file = directory.toRealPath().resolve("lock");
		if (!HELD.add(file)) {
			throw inUse(directory, "this process");
		}
		FileChannel channel = null;
		try {
			channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
			if (channel.tryLock() == null) {
				throw inUse(directory, "process " + Files.readString(file).strip());
			}
			channel.truncate(0);
			channel.write(StandardCharsets.US_ASCII.encode(ProcessHandle.current().pid() + "\n"));
			return new DirectoryLock(file, channel);
		}
		catch (IOException | RuntimeException ex) {
			if (channel != null) {
				channel.close();
			}
			HELD.remove(file);
			throw ex;
		}
	}

	private static CannotStartException inUse(Path directory, String owner) {
		return new CannotStartException("%s is in use by another Slicemeter (%s).".formatted(directory, owner),
				"Stop that one first. To run two on this machine, give this one a directory of its own with "
						+ "slicemeter.embedded.data-directory, or a database of yours with spring.datasource.url.");
	}

	@Override
	public void close() {
		try {
			this.channel.close();
		}
		catch (IOException ex) {
			logger.warn("{} could not be closed", this.file, ex);
		}
		finally {
			HELD.remove(this.file);
		}
	}

}
