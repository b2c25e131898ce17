package io.slicemeter.cgroup;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

/// How soon the kernel lets a thread run that was woken.
public enum Urgency {

	/// At once, before every ordinary process: sched(7)'s `SCHED_FIFO` with the lowest
	/// priority. Allowed by `LimitRTPRIO=1` of a systemd unit, or by `CAP_SYS_NICE`.
	REAL_TIME,

	/// Before most: a nice value of -10. Allowed by `LimitNICE=-10`.
	PREFERRED,

	/// As any other thread.
	ORDINARY;

	private static final int SCHED_FIFO = 1;

	/// Threads that this one starts are ordinary again.
	private static final int SCHED_RESET_ON_FORK = 0x4000_0000;

	private static final int PRIO_PROCESS = 0;

	private static final int NICE = -10;

	/// Linux schedules threads: 0 is the one that calls.
	private static final int THIS_THREAD = 0;

	private static final MethodHandle SET_SCHEDULER = Libc.function("sched_setscheduler",
			FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS));

	private static final MethodHandle SET_PRIORITY = Libc.function("setpriority",
			FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));

	/// Makes the calling thread as urgent as the process may make it. Only for a thread
	/// that waits nearly always, and does little when it runs.
	public static Urgency raise() {
		try (Arena arena = Arena.ofConfined()) {
			MemorySegment state = Libc.state(arena);
			MemorySegment lowest = arena.allocateFrom(JAVA_INT, 1);
			if ((int) SET_SCHEDULER.invokeExact(state, THIS_THREAD, SCHED_FIFO | SCHED_RESET_ON_FORK, lowest) == 0) {
				return REAL_TIME;
			}
			return ((int) SET_PRIORITY.invokeExact(state, PRIO_PROCESS, THIS_THREAD, NICE) == 0) ? PREFERRED : ORDINARY;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

}
