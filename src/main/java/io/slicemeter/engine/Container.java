package io.slicemeter.engine;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limits;
import org.jspecify.annotations.Nullable;

/// A container as the Engine describes it when it is inspected.
///
/// @param id its ID
/// @param name its name, without a slash
/// @param image its image as it was named at creation
/// @param labels its labels
/// @param networkMode e.g. `bridge`, `host`, `none`, `container:<id>`
/// @param addresses its own addresses, IPv4 and IPv6
/// @param limits its bounds; a memory limit of at least the host's memory is none
/// @param cgroupParent `HostConfig.CgroupParent`, empty for the Engine's default
/// @param status what it is doing
/// @param pid the host's ID of its first process; null where it does not run
/// @param startedAt when it last started; null if it never did
/// @param finishedAt when it last ended; null if it never did. While it runs this is the
/// end of the lifetime before
/// @param exitCode the exit status of its last lifetime; null while it runs
/// @param oomKilled the Engine's flag of its last lifetime
public record Container(ContainerId id, String name, String image, Map<String, String> labels, String networkMode,
		List<String> addresses, Limits limits, String cgroupParent, Status status, @Nullable Long pid,
		@Nullable Instant startedAt, @Nullable Instant finishedAt, @Nullable Integer exitCode, boolean oomKilled) {

	public Container {
		labels = Map.copyOf(labels);
		addresses = List.copyOf(addresses);
	}

	/// The same container in a lifetime that the Engine has not described yet.
	public Container inNewLifetime(Instant startedAt) {
		return new Container(this.id, this.name, this.image, this.labels, this.networkMode, List.of(), this.limits,
				this.cgroupParent, Status.RUNNING, null, startedAt, null, null, false);
	}

	/// What a container is doing, by the Engine's words.
	public enum Status {

		CREATED, RUNNING, PAUSED, RESTARTING, REMOVING, EXITED, DEAD;

		/// Whether its processes exist.
		public boolean isAlive() {
			return this == RUNNING || this == PAUSED;
		}

	}

}
