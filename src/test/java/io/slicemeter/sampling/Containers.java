package io.slicemeter.sampling;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.engine.Container;
import io.slicemeter.engine.EngineFacts;
import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import org.jspecify.annotations.Nullable;

/// Builds what the Engine says of containers.
final class Containers {

	static final EngineFacts CGROUPFS = new EngineFacts("20.10.24", "cgroupfs", 1, 2, 4L << 30, "6.1.0");

	static final EngineFacts SYSTEMD = new EngineFacts("26.1.5", "systemd", 2, 2, 4L << 30, "6.12.0");

	static final Limits NO_LIMITS = new Limits(Limit.UNLIMITED, Limit.UNLIMITED, Limit.UNLIMITED);

	private final ContainerId id;

	private String name = "build-1";

	private final Map<String, String> labels = new HashMap<>();

	private String networkMode = "bridge";

	private String cgroupParent = "";

	private Limits limits = NO_LIMITS;

	private Container.Status status = Container.Status.RUNNING;

	private @Nullable Long pid = 777L;

	private @Nullable Instant startedAt;

	private @Nullable Instant finishedAt;

	private @Nullable Integer exitCode;

	private boolean oomKilled;

	private Containers(ContainerId id) {
		this.id = id;
	}

	/// An ID that is made of one hex digit.
	static ContainerId id(char digit) {
		return new ContainerId(String.valueOf(digit).repeat(64));
	}

	static Containers container(ContainerId id) {
		return new Containers(id);
	}

	Containers named(String name) {
		this.name = name;
		return this;
	}

	Containers labelled(String key, String value) {
		this.labels.put(key, value);
		return this;
	}

	Containers inNetwork(String mode) {
		this.networkMode = mode;
		return this;
	}

	Containers under(String cgroupParent) {
		this.cgroupParent = cgroupParent;
		return this;
	}

	Containers limitedTo(Limits limits) {
		this.limits = limits;
		return this;
	}

	Containers withPid(long pid) {
		this.pid = pid;
		return this;
	}

	Containers startedAt(Instant startedAt) {
		this.startedAt = startedAt;
		return this;
	}

	Containers finishedAt(Instant finishedAt) {
		this.finishedAt = finishedAt;
		return this;
	}

	Container running() {
		return build();
	}

	Container paused() {
		this.status = Container.Status.PAUSED;
		return build();
	}

	Container exited(int exitCode, boolean oomKilled, Instant finishedAt) {
		this.status = Container.Status.EXITED;
		this.pid = null;
		this.exitCode = exitCode;
		this.oomKilled = oomKilled;
		this.finishedAt = finishedAt;
		return build();
	}

	private Container build() {
		return new Container(this.id, this.name, "busybox:1", this.labels, this.networkMode, List.of("172.17.0.2"),
				this.limits, this.cgroupParent, this.status, this.pid, this.startedAt, this.finishedAt, this.exitCode,
				this.oomKilled);
	}

}
