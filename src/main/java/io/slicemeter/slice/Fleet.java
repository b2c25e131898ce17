package io.slicemeter.slice;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedRun;
import io.slicemeter.runner.CataloguedSlice;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.Current;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.timeseries.UsageQueries;
import io.slicemeter.timeseries.UsageSummary;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// How hosts and slices are now: their use, and where there is room.
@Component
public class Fleet {

	private static final Duration LATELY = Duration.ofMinutes(10);

	private final Catalogue catalogue;

	private final UsageQueries usage;

	private final InstantSource clock;

	Fleet(Catalogue catalogue, UsageQueries usage, InstantSource requestClock) {
		this.catalogue = catalogue;
		this.usage = usage;
		this.clock = requestClock;
	}

	/// All hosts, by name.
	public List<HostNow> hosts() {
		return hostsNow(this.catalogue.hosts());
	}

	/// The host of a name.
	public Optional<HostNow> host(String name) {
		return this.catalogue.host(name).map((host) -> hostsNow(List.of(host)).getFirst());
	}

	/// The slices of all hosts, of one host, or of one name; one for each host.
	public List<SliceNow> slices(@Nullable CataloguedHost host, @Nullable SliceName name) {
		return slicesNow(this.catalogue.slices((host != null) ? host.id() : null, name));
	}

	/// The slices as they are now.
	List<SliceNow> slicesNow(List<CataloguedSlice> slices) {
		Instant now = this.clock.instant();
		Map<HostId, CataloguedHost> living = living(slices.stream().map(CataloguedSlice::host).distinct().toList());
		Map<HostId, HostNow> hosts = hostsNow(List.copyOf(living.values())).stream()
			.collect(Collectors.toMap((each) -> each.host().id(), Function.identity()));
		Map<HostId, List<CataloguedRun>> active = active(living);
		Map<HostId, Map<Long, Current>> current = living.isEmpty() ? Map.of()
				: this.usage.currentOfSlices(living.keySet(), earliest(living, now));
		Map<SliceName, Map<HostId, UsageSummary>> lately = lately(slices, living, now);
		List<SliceNow> described = new ArrayList<>();
		for (CataloguedSlice slice : slices) {
			HostNow host = hosts.get(slice.host().id());
			if (host == null) {
				described.add(new SliceNow(slice, null, null, null, 0));
				continue;
			}
			Current newest = fresh(current.getOrDefault(slice.host().id(), Map.of()).get(slice.name().id()),
					slice.host(), now);
			List<CataloguedRun> runs = active.getOrDefault(slice.host().id(), List.of())
				.stream()
				.filter((run) -> slice.name().contains(run.slice()))
				.toList();
			Room hostRoom = (host.headroom() != null) ? host.headroom() : new Room(null, null);
			Room room = Headroom.of(slice, newest, lately.getOrDefault(slice.name(), Map.of()).get(slice.host().id()),
					hostRoom);
			described.add(new SliceNow(slice, newest, room, Promised.of(runs), runners(runs)));
		}
		return described;
	}

	private List<HostNow> hostsNow(List<CataloguedHost> hosts) {
		Instant now = this.clock.instant();
		Map<HostId, CataloguedHost> living = living(hosts);
		Map<HostId, List<CataloguedRun>> active = active(living);
		Map<HostId, Current> current = living.isEmpty() ? Map.of()
				: this.usage.currentOfHosts(living.keySet(), earliest(living, now));
		Map<HostId, UsageSummary> lately = living.isEmpty() ? Map.of()
				: this.usage.summaries(living.keySet(), new TimeRange(now.minus(LATELY), now));
		List<HostNow> described = new ArrayList<>();
		for (CataloguedHost host : hosts) {
			if (host.silent()) {
				described.add(new HostNow(host, null, null, null, 0));
				continue;
			}
			Current newest = fresh(current.get(host.id()), host, now);
			List<CataloguedRun> runs = active.getOrDefault(host.id(), List.of());
			described.add(new HostNow(host, newest, Headroom.of(host, newest, lately.get(host.id())), Promised.of(runs),
					runners(runs)));
		}
		return described;
	}

	private Map<HostId, List<CataloguedRun>> active(Map<HostId, CataloguedHost> living) {
		if (living.isEmpty()) {
			return Map.of();
		}
		return this.catalogue.openRunsOn(living.keySet())
			.stream()
			.filter(CataloguedRun::isActive)
			.collect(Collectors.groupingBy((run) -> run.host().id()));
	}

	private Map<SliceName, Map<HostId, UsageSummary>> lately(List<CataloguedSlice> slices,
			Map<HostId, CataloguedHost> living, Instant now) {
		Map<SliceName, List<HostId>> hosts = slices.stream()
			.filter((slice) -> living.containsKey(slice.host().id()))
			.collect(Collectors.groupingBy(CataloguedSlice::name,
					Collectors.mapping((slice) -> slice.host().id(), Collectors.toList())));
		Map<SliceName, Map<HostId, UsageSummary>> lately = new HashMap<>();
		hosts.forEach((name, ids) -> lately.put(name,
				this.usage.summaries(ids, name, new TimeRange(now.minus(LATELY), now))));
		return lately;
	}

	private static Map<HostId, CataloguedHost> living(List<CataloguedHost> hosts) {
		return hosts.stream()
			.filter((host) -> !host.silent())
			.collect(Collectors.toMap(CataloguedHost::id, Function.identity()));
	}

	private static Instant earliest(Map<HostId, CataloguedHost> hosts, Instant now) {
		return hosts.values().stream().map((host) -> host.currentSince(now)).min(Instant::compareTo).orElse(now);
	}

	private static @Nullable Current fresh(@Nullable Current newest, CataloguedHost host, Instant now) {
		return (newest != null && !newest.at().isBefore(host.currentSince(now))) ? newest : null;
	}

	private static int runners(List<CataloguedRun> runs) {
		return (int) runs.stream().map(CataloguedRun::runner).distinct().count();
	}

}
