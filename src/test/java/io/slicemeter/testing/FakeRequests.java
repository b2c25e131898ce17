package io.slicemeter.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import io.slicemeter.timeseries.RequestRecord;
import io.slicemeter.timeseries.RequestRecords;
import io.slicemeter.timeseries.TimeRange;
import org.jspecify.annotations.Nullable;

/// Requests in memory.
public class FakeRequests implements RequestRecords {

	private final Map<UUID, List<RequestRecord>> stored = new ConcurrentHashMap<>();

	private boolean readOnly;

	private volatile @Nullable RuntimeException failure;

	/// Forgets everything.
	public void clear() {
		this.stored.clear();
		this.readOnly = false;
		this.failure = null;
	}

	/// Lets it take no writes.
	public void readOnly() {
		this.readOnly = true;
	}

	/// Lets storing fail from now on; null for no more.
	public void failWith(@Nullable RuntimeException failure) {
		this.failure = failure;
	}

	@Override
	public boolean takesWrites() {
		return !this.readOnly;
	}

	@Override
	public void lockStarts() {
		// one process has nobody to wait for
	}

	@Override
	public void append(UUID measurement, List<RequestRecord> records) {
		RuntimeException failure = this.failure;
		if (failure != null) {
			throw failure;
		}
		List<RequestRecord> list = this.stored.computeIfAbsent(measurement, (_) -> new ArrayList<>());
		synchronized (list) {
			list.addAll(records);
		}
	}

	@Override
	public List<RequestRecord> page(UUID measurement, TimeRange sent, long after, int limit) {
		List<RequestRecord> list = this.stored.getOrDefault(measurement, List.of());
		synchronized (list) {
			return list.stream()
				.filter((record) -> record.id() > after && sent.contains(record.sentAt()))
				.sorted(Comparator.comparingLong(RequestRecord::id))
				.limit(limit)
				.toList();
		}
	}

	@Override
	public double[] latencies(UUID measurement, TimeRange sent, long stride, List<String> outcomes) {
		return page(measurement, sent, -1, Integer.MAX_VALUE).stream()
			.filter((record) -> record.id() % stride == 0 && outcomes.contains(record.outcome()))
			.mapToDouble((record) -> record.latencyNanos() / 1e9)
			.toArray();
	}

	@Override
	public void delete(UUID measurement) {
		this.stored.remove(measurement);
	}

}
