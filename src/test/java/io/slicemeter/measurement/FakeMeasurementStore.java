package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import io.slicemeter.timeseries.RequestRecords;
import org.jspecify.annotations.Nullable;

/// Measurements in memory, under the same conditions as in the database.
public class FakeMeasurementStore implements MeasurementStore {

	private final Map<UUID, Measurement> stored = new ConcurrentHashMap<>();

	private final RequestRecords requests;

	public FakeMeasurementStore(RequestRecords requests) {
		this.requests = requests;
	}

	/// Forgets everything.
	public void clear() {
		this.stored.clear();
	}

	/// Puts one in as it is.
	void put(Measurement measurement) {
		this.stored.put(measurement.id(), measurement);
	}

	@Override
	public boolean takesWrites() {
		return this.requests.takesWrites();
	}

	@Override
	public boolean add(Measurement measurement, int mostRunning) {
		if (this.stored.values().stream().filter((each) -> !each.state().isOver()).count() >= mostRunning) {
			return false;
		}
		put(measurement);
		return true;
	}

	@Override
	public Optional<Measurement> find(UUID id) {
		return Optional.ofNullable(this.stored.get(id));
	}

	@Override
	public List<Measurement> page(Measurements.@Nullable Place after, int limit) {
		return this.stored.values()
			.stream()
			.sorted(Comparator.comparing(Measurement::createdAt).reversed().thenComparing(Measurement::id))
			.dropWhile((each) -> after != null && !each.id().equals(after.id()))
			.skip((after != null) ? 1 : 0)
			.limit(limit)
			.toList();
	}

	@Override
	public boolean askToStop(UUID id, Instant at) {
		boolean[] asked = new boolean[1];
		this.stored.computeIfPresent(id, (_, now) -> {
			if (now.state().isOver() || now.stopAskedAt() != null) {
				return now;
			}
			asked[0] = true;
			return changed(now, now, at, now.usage());
		});
		return asked[0];
	}

	@Override
	public boolean progress(Measurement measurement) {
		return end(measurement);
	}

	@Override
	public boolean end(Measurement measurement) {
		boolean[] ours = new boolean[1];
		this.stored.computeIfPresent(measurement.id(), (_, now) -> {
			if (now.state().isOver() || !now.owner().equals(measurement.owner())) {
				return now;
			}
			ours[0] = true;
			return changed(now, measurement, now.stopAskedAt(), now.usage());
		});
		return ours[0];
	}

	@Override
	public void keepUsage(UUID id, UsageReport usage) {
		this.stored.computeIfPresent(id, (_, now) -> changed(now, now, now.stopAskedAt(), usage));
	}

	@Override
	public boolean delete(UUID id) {
		this.requests.delete(id);
		return this.stored.remove(id) != null;
	}

	@Override
	public List<Measurement> deserted(Duration silentFor, Collection<UUID> except) {
		return List.of();
	}

	@Override
	public List<Measurement> withoutUsage(int limit) {
		return this.stored.values()
			.stream()
			.filter((each) -> each.state().isOver() && each.usage() == null)
			.limit(limit)
			.toList();
	}

	@Override
	public long storedRequests() {
		return this.stored.values().stream().mapToLong(Measurement::requests).sum();
	}

	private static Measurement changed(Measurement plan, Measurement now, @Nullable Instant stopAskedAt,
			@Nullable UsageReport usage) {
		return new Measurement(plan.id(), now.state(), now.reason(), plan.owner(), plan.targetUrl(),
				plan.targetAddress(), plan.messageLength(), plan.concurrency(), plan.rate(), plan.duration(),
				plan.interval(), plan.choice(), now.members(), plan.createdAt(), now.startedAt(), now.endedAt(),
				stopAskedAt, now.requests(), now.unsent(), now.latencies(), usage);
	}

}
