package io.slicemeter.runner;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

/// What was metered: hosts, slices, runners and their runs. Agents write it, here it is
/// read.
///
/// Runs of a host whose own row has not arrived yet are not shown.
public interface Catalogue {

	/// All hosts, by name.
	List<CataloguedHost> hosts();

	/// The host of a name.
	Optional<CataloguedHost> host(String name);

	/// The slices of all hosts or of one, or those of one name; by name, then by host.
	List<CataloguedSlice> slices(@Nullable HostId host, @Nullable SliceName name);

	/// The newest runs of the runners that pass a filter, one a runner and host, by
	/// runner and host.
	/// @param after where the page before ended; null for the first page
	/// @param limit how many at most
	List<CataloguedRun> newestRuns(RunnerFilter filter, @Nullable RunnerOnHost after, int limit);

	/// Where a name is found: on each host under the name itself, or else, if no host has
	/// it, as a former name.
	/// @param host the only host to look on; null for all
	List<RunnerOnHost> find(RunnerName name, @Nullable HostId host);

	/// The names that runners had before renames, in alphabetical order; a runner without
	/// any is absent.
	Map<RunnerOnHost, List<String>> formerNames(Collection<RunnerOnHost> runners);

	/// The newest runs of a runner, newest first.
	List<CataloguedRun> runs(RunnerOnHost runner, int limit);

	/// How many runs a runner had.
	long countRuns(RunnerOnHost runner);

	/// The runs of runners that have not ended.
	List<CataloguedRun> openRuns(Collection<RunnerOnHost> runners);

	/// All runs on some hosts that have not ended.
	List<CataloguedRun> openRunsOn(Collection<HostId> hosts);

	/// One run.
	Optional<CataloguedRun> run(RunKey key);

	/// The runs of a runner that lived within `[from, to)`.
	List<Lifetime> lifetimes(RunnerOnHost runner, Instant from, Instant to);

	/// The runs of a slice and its nested slices on some hosts that lived within `[from,
	/// to)`.
	List<Lifetime> lifetimes(Collection<HostId> hosts, SliceName slice, Instant from, Instant to);

}
