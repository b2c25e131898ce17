package io.slicemeter.timeseries;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

	/// All at once, or host by host: where tables are spread over nodes by their host, a
	/// question about one of them goes to its node as a whole.
	List<Part> parts(boolean hostByHost) {
		if (!hostByHost) {
			return List.of(new Part(this, IntStream.range(0, this.hosts.size()).boxed().toList()));
		}
		Map<Long, List<Integer>> places = IntStream.range(0, this.hosts.size())
			.boxed()
			.collect(Collectors.groupingBy(this.hosts::get, LinkedHashMap::new, Collectors.toList()));
		return places.values()
			.stream()
			.map((of) -> new Part(new Keys(this.table, of.stream().map(this.hosts::get).toList(),
					of.stream().map(this.ids::get).toList()), of))
			.toList();
	}

	boolean isEmpty() {
		return this.hosts.isEmpty();
	}

	boolean isSingle() {
		return this.hosts.size() == 1;
	}

	/// Some of the keys.
	///
	/// @param places where each was among all of them
	record Part(Keys keys, List<Integer> places) {

		int place(int index) {
			return this.places.get(index);
		}

	}

}
