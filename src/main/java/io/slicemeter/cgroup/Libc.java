package io.slicemeter.cgroup;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Map;

/// Functions of the C library that the JDK has no API for: how they are found, and how
/// they tell an error.
final class Libc {

	static final int EPERM = 1;

	static final int ENOENT = 2;

	static final int EINTR = 4;

	static final int ENOTDIR = 20;

	private static final Map<Integer, String> MESSAGES = Map.of(EPERM, "not permitted", ENOENT, "no such directory", 13,
			"permission denied", ENOTDIR, "not a directory", 24, "fs.inotify.max_user_instances is reached", 28,
			"fs.inotify.max_user_watches is reached", 38, "not implemented by this kernel");

	private static final StructLayout STATE = Linker.Option.captureStateLayout();

	private static final VarHandle ERRNO = STATE.varHandle(PathElement.groupElement("errno"));

	private Libc() {
	}

	/// A function, which takes a segment of [#state(Arena)] as its first argument.
	static MethodHandle function(String name, FunctionDescriptor descriptor) {
		Linker linker = Linker.nativeLinker();
		return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor,
				Linker.Option.captureCallState("errno"));
	}

	/// Where a call leaves its error number.
	static MemorySegment state(Arena arena) {
		return arena.allocate(STATE);
	}

	static int errno(MemorySegment state) {
		return (int) ERRNO.get(state, 0L);
	}

	/// What an error number means for what is called here.
	static String message(int errno) {
		return MESSAGES.getOrDefault(errno, "errno " + errno);
	}

}
