package io.slicemeter.cgroup;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

/// inotify(7), read by the very thread that acts on its events.
///
/// The JDK's `WatchService` reads it on a thread of its own, which then wakes the one
/// that waits. On a busy machine that second wake-up takes longer than the kernel and
/// systemd need to remove an emptied cgroup: systemd is told by the same event.
///
/// Any thread may watch and unwatch; one thread waits.
public final class Inotify implements AutoCloseable {

	private static final int IN_MODIFY = 0x2;

	private static final int IN_MOVED_TO = 0x80;

	private static final int IN_CREATE = 0x100;

	private static final int IN_Q_OVERFLOW = 0x4000;

	private static final int IN_IGNORED = 0x8000;

	private static final int IN_ONLYDIR = 0x0100_0000;

	private static final int CLOEXEC = 0x8_0000;

	private static final int NONBLOCK = 0x800;

	private static final short POLLIN = 1;

	/// `struct inotify_event` without its name.
	private static final int HEADER_BYTES = 16;

	/// Hundreds of events of cgroup files, whose names are short.
	private static final int BUFFER_BYTES = 64 * 1024;

	private static final MethodHandle INOTIFY_INIT = Libc.function("inotify_init1",
			FunctionDescriptor.of(JAVA_INT, JAVA_INT));

	private static final MethodHandle ADD_WATCH = Libc.function("inotify_add_watch",
			FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));

	private static final MethodHandle REMOVE_WATCH = Libc.function("inotify_rm_watch",
			FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

	private static final MethodHandle EVENTFD = Libc.function("eventfd",
			FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));

	private static final MethodHandle POLL = Libc.function("poll",
			FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

	private static final MethodHandle READ = Libc.function("read",
			FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));

	private static final MethodHandle WRITE = Libc.function("write",
			FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));

	private static final MethodHandle CLOSE = Libc.function("close", FunctionDescriptor.of(JAVA_INT, JAVA_INT));

	private final Arena arena = Arena.ofShared();

	/// Of the thread that waits.
	private final MemorySegment waiting = Libc.state(this.arena);

	private final MemorySegment buffer = this.arena.allocate(BUFFER_BYTES, 8);

	/// Two of `struct pollfd`: the events, and the word to stop.
	private final MemorySegment polled = this.arena.allocate(16, 8);

	private final Event event = new Event(this.buffer);

	private final int inotify;

	private final int stop;

	private boolean closed;

	/// What is to be told of a directory.
	public enum Interest {

		/// Files in it are modified, as the kernel says it of a cgroup's files.
		MODIFIED(IN_MODIFY),
		/// Something appears in it.
		CREATED(IN_CREATE | IN_MOVED_TO);

		private final int mask;

		Interest(int mask) {
			this.mask = mask;
		}

	}

	/// Is told of events. The event is good until the call is over.
	@FunctionalInterface
	public interface Listener {

		void happened(Event event);

	}

	private Inotify(int inotify, int stop) {
		this.inotify = inotify;
		this.stop = stop;
		this.polled.set(JAVA_INT, 0, inotify);
		this.polled.set(JAVA_SHORT, 4, POLLIN);
		this.polled.set(JAVA_INT, 8, stop);
		this.polled.set(JAVA_SHORT, 12, POLLIN);
	}

	/// @throws IOException if there is no inotify, or a user's number of instances is
	/// reached
	public static Inotify open() throws IOException {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment state = Libc.state(arena);
			int inotify = (int) INOTIFY_INIT.invokeExact(state, CLOEXEC | NONBLOCK);
			if (inotify < 0) {
				throw new IOException("inotify: " + Libc.message(Libc.errno(state)));
			}
			int stop = (int) EVENTFD.invokeExact(state, 0, CLOEXEC | NONBLOCK);
			if (stop < 0) {
				int errno = Libc.errno(state);
				int _ = (int) CLOSE.invokeExact(state, inotify);
				throw new IOException("eventfd: " + Libc.message(errno));
			}
			return new Inotify(inotify, stop);
		}
		catch (IOException | RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

	/// Watches a directory.
	/// @return the number that its events carry; the same again for the same directory
	/// @throws NoSuchFileException if it does not exist
	/// @throws IOException if it can't be watched, e.g. since a limit is reached
	public int watch(Path directory, Interest interest) throws IOException {
		int errno;
		synchronized (this) {
			if (this.closed) {
				throw new FileSystemException(directory.toString(), null, "watching is over");
			}
			try (Arena call = Arena.ofConfined()) {
				MemorySegment state = Libc.state(call);
				MemorySegment path = call.allocateFrom(directory.toString(), StandardCharsets.UTF_8);
				int watch = (int) ADD_WATCH.invokeExact(state, this.inotify, path, interest.mask | IN_ONLYDIR);
				if (watch >= 0) {
					return watch;
				}
				errno = Libc.errno(state);
			}
			catch (Throwable ex) {
				throw unexpected(ex);
			}
		}
		if (errno == Libc.ENOENT || errno == Libc.ENOTDIR) {
			throw new NoSuchFileException(directory.toString());
		}
		throw new FileSystemException(directory.toString(), null, Libc.message(errno));
	}

	/// Watches a directory no longer. One that is gone is not watched any more anyway.
	public synchronized void unwatch(int watch) {
		if (this.closed) {
			return;
		}
		try (Arena call = Arena.ofConfined()) {
			int _ = (int) REMOVE_WATCH.invokeExact(Libc.state(call), this.inotify, watch);
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
	}

	/// Waits for events, and tells those that are pending.
	/// @param timeoutMillis the longest wait; negative to wait for ever
	/// @return how many were told: none if the time was over, or since [#stop()]
	public int await(int timeoutMillis, Listener listener) {
		try {
			int ready = (int) POLL.invokeExact(this.waiting, this.polled, 2L, timeoutMillis);
			if (ready <= 0 || this.polled.get(JAVA_SHORT, 14) != 0) {
				return 0;
			}
			long bytes = (long) READ.invokeExact(this.waiting, this.inotify, this.buffer, (long) BUFFER_BYTES);
			return tell(bytes, listener);
		}
		catch (RuntimeException | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
	}

	private int tell(long bytes, Listener listener) {
		long offset = 0;
		int events = 0;
		while (offset + HEADER_BYTES <= bytes) {
			offset = this.event.moveTo(offset);
			listener.happened(this.event);
			events++;
		}
		return events;
	}

	/// Ends the waiting, now and for ever.
	public synchronized void stop() {
		if (this.closed) {
			return;
		}
		try (Arena call = Arena.ofConfined()) {
			long _ = (long) WRITE.invokeExact(Libc.state(call), this.stop, call.allocateFrom(JAVA_LONG, 1L), 8L);
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
	}

	/// Gives everything back. Nobody may be waiting: [#stop()] first.
	@Override
	public synchronized void close() {
		if (this.closed) {
			return;
		}
		this.closed = true;
		try {
			int _ = (int) CLOSE.invokeExact(this.waiting, this.inotify);
			int _ = (int) CLOSE.invokeExact(this.waiting, this.stop);
		}
		catch (Throwable ex) {
			throw unexpected(ex);
		}
		this.arena.close();
	}

	/// Of a call that declares everything and throws nothing.
	private static IllegalStateException unexpected(Throwable ex) {
		return new IllegalStateException(ex);
	}

	/// `struct inotify_event`, in place.
	public static final class Event {

		private final MemorySegment buffer;

		private long offset;

		private int nameBytes;

		private Event(MemorySegment buffer) {
			this.buffer = buffer;
		}

		private long moveTo(long offset) {
			this.offset = offset;
			this.nameBytes = this.buffer.get(JAVA_INT, offset + 12);
			return offset + HEADER_BYTES + this.nameBytes;
		}

		/// Which directory; nothing useful for [#isOverflow()].
		public int watch() {
			return this.buffer.get(JAVA_INT, this.offset);
		}

		/// Whether events were lost: the queue (`fs.inotify.max_queued_events`) was full.
		public boolean isOverflow() {
			return (mask() & IN_Q_OVERFLOW) != 0;
		}

		/// Whether the directory is watched no longer: it is gone, or was unwatched.
		public boolean isEnd() {
			return (mask() & IN_IGNORED) != 0;
		}

		private int mask() {
			return this.buffer.get(JAVA_INT, this.offset + 4);
		}

		/// Whether it is about the file of this name.
		public boolean isOf(FileName name) {
			byte[] bytes = name.bytes;
			if (this.nameBytes <= bytes.length) {
				return false;
			}
			for (int i = 0; i < bytes.length; i++) {
				if (this.buffer.get(JAVA_BYTE, this.offset + HEADER_BYTES + i) != bytes[i]) {
					return false;
				}
			}
			return this.buffer.get(JAVA_BYTE, this.offset + HEADER_BYTES + bytes.length) == 0;
		}

	}

	/// A file's name as the kernel tells it, to compare with.
	public static final class FileName {

		private final byte[] bytes;

		public FileName(String name) {
			this.bytes = name.getBytes(StandardCharsets.US_ASCII);
		}

	}

}
