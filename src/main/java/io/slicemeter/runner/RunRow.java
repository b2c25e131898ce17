package io.slicemeter.runner;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.jspecify.annotations.Nullable;

/// A row of the table `run`; only read here, its host's agent writes it.
@Entity
@Immutable
@Table(name = "run")
@SuppressWarnings("NullAway.Init")
class RunRow {

	@EmbeddedId
	private Key key;

	@Column(name = "runner")
	private String runner;

	@Column(name = "former_names")
	private List<String> formerNames;

	@Column(name = "slice_id")
	private long sliceId;

	@Column(name = "slice")
	private String slice;

	@Column(name = "container_id")
	private String containerId;

	@Column(name = "container_name")
	private String containerName;

	@Column(name = "image")
	private @Nullable String image;

	@JdbcTypeCode(SqlTypes.JSON)
	@Column(name = "labels")
	private Map<String, String> labels;

	@Column(name = "network_mode")
	private @Nullable String networkMode;

	@Column(name = "addresses")
	private List<String> addresses;

	@Column(name = "limit_cpu_millicores")
	private @Nullable Long limitCpuMillicores;

	@Column(name = "limit_memory_bytes")
	private @Nullable Long limitMemoryBytes;

	@Column(name = "limit_pids")
	private @Nullable Long limitPids;

	@Column(name = "started_at")
	private Instant startedAt;

	@Column(name = "start_seen")
	private boolean startSeen;

	@Column(name = "state")
	private String state;

	@Column(name = "ended_at")
	private @Nullable Instant endedAt;

	@Column(name = "exit_code")
	private @Nullable Integer exitCode;

	@Column(name = "oom_killed")
	private @Nullable Boolean oomKilled;

	@JdbcTypeCode(SqlTypes.JSON)
	@Column(name = "closing")
	private @Nullable ClosingRecord closing;

	@Column(name = "unclaimed")
	private boolean unclaimed;

	long hostId() {
		return this.key.hostId();
	}

	CataloguedRun catalogued(CataloguedHost host) {
		return new CataloguedRun(this.key.run(), new RunnerName(this.runner), this.formerNames, host,
				new SliceName(this.slice), new ContainerId(this.containerId), this.containerName, this.image,
				this.labels, this.networkMode, this.addresses,
				Limits.ofColumns(this.limitCpuMillicores, this.limitMemoryBytes, this.limitPids), this.startedAt,
				this.startSeen, state(host), this.endedAt, this.exitCode, this.oomKilled, this.closing, this.unclaimed);
	}

	/// Nobody can say what an open run does whose host is silent.
	private RunState state(CataloguedHost host) {
		RunState stored = RunState.ofLabel(this.state);
		return (stored.isOpen() && host.silent()) ? RunState.UNKNOWN : stored;
	}

	/// What names a run on its host.
	@Embeddable
	record Key(@Column(name = "host_id") long hostId, @Column(name = "run_id") long runId) {

		RunKey run() {
			return new RunKey(new HostId(this.hostId), this.runId);
		}

	}

}
