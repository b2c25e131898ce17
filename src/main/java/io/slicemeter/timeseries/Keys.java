package io.slicemeter.timeseries;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;

/// Whose figures are asked for: for each its host and its ID on that host.
record Keys(SampleTable table, List<Long> hosts, List<Long> ids) {

	static Keys ofRuns(Collection<RunKey> runs) {
		return of(SampleTable.RUN, runs, (run) -> run.host().value(), RunKey::runId);
	}

	static Keys ofSlice(Collection<HostId> hosts, SliceName slice) {
		return of(SampleTable.SLICE, hosts, HostId::value, (_) -> slice.id());
	}

	static Keys ofHosts(Collection<HostId> hosts) {
		return of(SampleTable.HOST, hosts, HostId::value, (_) -> 0L);
	}

	private static <K> Keys of(SampleTable table, Collection<K> keys, Function<K, Long> host, Function<K, Long> id) {
		List<K> distinct = keys.stream().distinct().toList();
		return new Keys(table, distinct.stream().map(host).toList(), distinct.stream().map(id).toList());
	}

	boolean isEmpty() {
		return this.hosts.isEmpty();
	}

	boolean isSingle() {
		return this.hosts.size() == 1;
	}

}
