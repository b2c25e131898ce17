package io.slicemeter.runner;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/// What names one run everywhere: made by its agent, never changed. Clients see it as an
/// opaque text, `<host_id>-<run_id>` in hex.
///
/// @param host the host that it ran on
/// @param runId its ID on that host
public record RunKey(HostId host, long runId) {

	private static final Pattern FORM = Pattern.compile("[0-9a-f]{16}-[0-9a-f]{16}");

	/// The key of a run whose cgroup was seen: the same after an agent restart, new at
	/// every restart of the container.
	/// @param bootId from `/proc/sys/kernel/random/boot_id`
	/// @param inode of the cgroup's directory
	public static RunKey ofCgroup(HostId host, ContainerId container, String bootId, long inode) {
		return new RunKey(host, Identity.of(container.value(), bootId, Long.toUnsignedString(inode)));
	}

	/// The key of a run that is known from the Engine alone.
	public static RunKey ofStart(HostId host, ContainerId container, Instant startedAt) {
		return new RunKey(host, Identity.of(container.value(), startedAt.toString()));
	}

	/// Reads the form that clients use.
	public static Optional<RunKey> parse(String text) {
		if (!FORM.matcher(text).matches()) {
			return Optional.empty();
		}
		return Optional.of(new RunKey(new HostId(Long.parseUnsignedLong(text, 0, 16, 16)),
				Long.parseUnsignedLong(text, 17, 33, 16)));
	}

	@Override
	public String toString() {
		return "%s-%016x".formatted(this.host, this.runId);
	}

}
