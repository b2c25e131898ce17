package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import io.slicemeter.timeseries.RequestRecords;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/// Keeps measurements by JPA, and their requests beside them.
@Repository
class JpaMeasurementStore implements MeasurementStore {

	private final MeasurementRows rows;

	private final RequestRecords requests;

	JpaMeasurementStore(MeasurementRows rows, RequestRecords requests) {
		this.rows = rows;
		this.requests = requests;
	}

	@Override
	public boolean takesWrites() {
		return this.requests.takesWrites();
	}

	/// Who counts waits for who counts elsewhere.
	@Override
	@Transactional
	public boolean add(Measurement measurement, int mostRunning) {
		this.requests.lockStarts();
		if (this.rows.countOpen() >= mostRunning) {
			return false;
		}
		this.rows.save(new MeasurementRow(measurement));
		return true;
	}

	@Override
	@Transactional(readOnly = true)
	public Optional<Measurement> find(UUID id) {
		return this.rows.findById(id).map(MeasurementRow::measurement);
	}

	@Override
	@Transactional(readOnly = true)
	public List<Measurement> page(Measurements.@Nullable Place after, int limit) {
		List<MeasurementRow> page = (after == null) ? this.rows.newest(Limit.of(limit))
				: this.rows.newestAfter(after.createdAt(), after.id(), Limit.of(limit));
		return page.stream().map(MeasurementRow::measurement).toList();
	}

	@Override
	@Transactional
	public boolean askToStop(UUID id, Instant at) {
		return this.rows.askToStop(id, at) > 0;
	}

	@Override
	@Transactional
	public boolean progress(Measurement measurement) {
		return write(measurement);
	}

	@Override
	@Transactional
	public boolean end(Measurement measurement) {
		return write(measurement);
	}

	private boolean write(Measurement measurement) {
		return this.rows.write(measurement.id(), measurement.owner(), measurement.state().label(), measurement.reason(),
				measurement.startedAt(), measurement.endedAt(), measurement.requests(), measurement.unsent(),
				Documents.write(measurement.members()), Documents.write(measurement.latencies().outcomes()),
				measurement.latencies().latencies(), measurement.latencies().serviceTimes()) > 0;
	}

	@Override
	@Transactional
	public void keepUsage(UUID id, UsageReport usage) {
		this.rows.keepUsage(id, Documents.write(usage));
	}

	/// Its requests go after it, in a transaction of their own: should that fail they are
	/// never shown, and go with their day.
	@Override
	public boolean delete(UUID id) {
		boolean deleted = this.rows.deleteOver(id) > 0;
		if (deleted) {
			this.requests.delete(id);
		}
		return deleted;
	}

	@Override
	@Transactional(readOnly = true)
	public List<Measurement> deserted(Duration silentFor, Collection<UUID> except) {
		return this.rows.silentFor(silentFor.toMillis() / 1000.0)
			.stream()
			.map(MeasurementRow::measurement)
			.filter((measurement) -> !except.contains(measurement.id()))
			.toList();
	}

	@Override
	@Transactional(readOnly = true)
	public List<Measurement> withoutUsage(int limit) {
		return this.rows.withoutUsage(Limit.of(limit)).stream().map(MeasurementRow::measurement).toList();
	}

	@Override
	@Transactional(readOnly = true)
	public long storedRequests() {
		return this.rows.sumOfRequests();
	}

}
