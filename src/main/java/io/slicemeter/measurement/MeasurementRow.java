package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Table;
import jakarta.persistence.Transient;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/// A row of the table `measurement`. It is added as a whole; what changes later is written
/// by statements that say under which conditions.
@Entity
@Table(name = "measurement")
@SuppressWarnings("NullAway.Init")
class MeasurementRow implements Persistable<UUID> {

	@Id
	@Column(name = "measurement_id")
	private UUID id;

	@Column(name = "state")
	private String state;

	@Column(name = "reason")
	private @Nullable String reason;

	@Column(name = "owner")
	private UUID owner;

	@Column(name = "target_url")
	private String targetUrl;

	@Column(name = "target_address")
	private String targetAddress;

	@Column(name = "message_length")
	private int messageLength;

	@Column(name = "concurrency")
	private int concurrency;

	@Column(name = "rate")
	private @Nullable Double rate;

	@Column(name = "duration_usec")
	private long durationUsec;

	@Column(name = "interval_usec")
	private long intervalUsec;

	@Column(name = "choice")
	private String choice;

	@Column(name = "members")
	private String members;

	@Column(name = "created_at")
	private Instant createdAt;

	@Column(name = "started_at")
	private @Nullable Instant startedAt;

	@Column(name = "ended_at")
	private @Nullable Instant endedAt;

	@Column(name = "stop_asked_at")
	private @Nullable Instant stopAskedAt;

	@Column(name = "heartbeat_at")
	private Instant heartbeatAt;

	@Column(name = "requests")
	private long requests;

	@Column(name = "unsent")
	private long unsent;

	@Column(name = "outcomes")
	private String outcomes;

	@Column(name = "latencies")
	private byte @Nullable [] latencies;

	@Column(name = "service_times")
	private byte @Nullable [] serviceTimes;

	@Column(name = "usage")
	private @Nullable String usage;

	@Transient
	private boolean stored;

	protected MeasurementRow() {
	}

	MeasurementRow(Measurement measurement) {
		this.id = measurement.id();
		this.state = measurement.state().label();
		this.reason = measurement.reason();
		this.owner = measurement.owner();
		this.targetUrl = measurement.targetUrl();
		this.targetAddress = measurement.targetAddress();
		this.messageLength = measurement.messageLength();
		this.concurrency = measurement.concurrency();
		this.rate = measurement.rate();
		this.durationUsec = measurement.duration().toNanos() / 1000;
		this.intervalUsec = measurement.interval().toNanos() / 1000;
		this.choice = Documents.write(measurement.choice());
		this.members = Documents.write(measurement.members());
		this.createdAt = measurement.createdAt();
		this.startedAt = measurement.startedAt();
		this.heartbeatAt = measurement.createdAt();
		this.outcomes = Documents.write(measurement.latencies().outcomes());
	}

	@Override
	public UUID getId() {
		return this.id;
	}

	@Override
	public boolean isNew() {
		return !this.stored;
	}

	@PostLoad
	@PostPersist
	void markStored() {
		this.stored = true;
	}

	Measurement measurement() {
		return new Measurement(this.id, MeasurementState.ofLabel(this.state), this.reason, this.owner, this.targetUrl,
				this.targetAddress, this.messageLength, this.concurrency, this.rate,
				Duration.of(this.durationUsec, ChronoUnit.MICROS), Duration.of(this.intervalUsec, ChronoUnit.MICROS),
				Documents.choice(this.choice), Documents.members(this.members), this.createdAt, this.startedAt,
				this.endedAt, this.stopAskedAt, this.requests, this.unsent,
				new Latencies.Stored(Documents.outcomes(this.outcomes), this.latencies, this.serviceTimes),
				Documents.usage(this.usage));
	}

}
