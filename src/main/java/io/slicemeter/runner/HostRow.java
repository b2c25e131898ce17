package io.slicemeter.runner;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.Immutable;
import org.jspecify.annotations.Nullable;

/// A row of the table `host`; only read here, its agent writes it.
@Entity
@Immutable
@Table(name = "host")
@SuppressWarnings("NullAway.Init")
class HostRow {

	@Id
	@Column(name = "host_id")
	private long id;

	@Column(name = "name")
	private String name;

	@Column(name = "cpus")
	private int cpus;

	@Column(name = "cpu_megahertz")
	private @Nullable Integer cpuMegahertz;

	@Column(name = "memory_bytes")
	private long memoryBytes;

	@Column(name = "source")
	private String source;

	@Column(name = "cgroup_version")
	private int cgroupVersion;

	@Column(name = "docker_version")
	private @Nullable String dockerVersion;

	@Column(name = "kernel_version")
	private @Nullable String kernelVersion;

	@Column(name = "agent_version")
	private String agentVersion;

	@Column(name = "interval_usec")
	private long intervalUsec;

	@Column(name = "capabilities")
	private List<String> capabilities;

	@Column(name = "first_seen_at")
	private Instant firstSeenAt;

	@Column(name = "last_seen_at")
	private Instant lastSeenAt;

	@Column(name = "clock_offset_usec")
	private long clockOffsetUsec;

	/// Told by the database, whose clock wrote `last_seen_at`: no other clock may judge
	/// it.
	@Formula("date_part('epoch', now() - last_seen_at)")
	private double silentForSeconds;

	long id() {
		return this.id;
	}

	CataloguedHost catalogued(Duration silentAfter) {
		return new CataloguedHost(new HostId(this.id), this.name, this.cpus, this.cpuMegahertz, this.memoryBytes,
				Source.ofLabel(this.source), this.cgroupVersion, this.dockerVersion, this.kernelVersion,
				this.agentVersion, Duration.of(this.intervalUsec, ChronoUnit.MICROS), this.capabilities,
				this.firstSeenAt, this.lastSeenAt, Duration.of(this.clockOffsetUsec, ChronoUnit.MICROS),
				this.silentForSeconds * 1000 > silentAfter.toMillis());
	}

}
