package io.slicemeter.measurement;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// Keeps measurements. A process that drives load owns its measurement: what it writes
/// counts as long as nobody has taken the measurement for deserted.
interface MeasurementStore {

	/// Whether anything can be kept: a replica takes no writes.
	boolean takesWrites();

	/// Adds a measurement, unless that many run already.
	/// @return whether it was added
	boolean add(Measurement measurement, int mostRunning);

	Optional<Measurement> find(UUID id);

	/// Measurements, newest first.
	/// @param after where the page before ended; null for the first page
	List<Measurement> page(Measurements.@Nullable Place after, int limit);

	/// Notes that a measurement is to stop.
	/// @return false if it does not run, or was asked before
	boolean askToStop(UUID id, Instant at);

	/// Writes what has come of it so far, and that its owner lives.
	/// @return false if it is not the owner's to go on with
	boolean progress(Measurement measurement);

	/// Writes how it ended.
	/// @return false if it was not the owner's any more
	boolean end(Measurement measurement);

	/// Keeps what the runners used, for good.
	void keepUsage(UUID id, UsageReport usage);

	/// Deletes one that is over, with its requests.
	/// @return false if it is not over
	boolean delete(UUID id);

	/// Those whose owner has been silent for long, by the database's clock.
	/// @param except those that this process drives itself
	List<Measurement> deserted(Duration silentFor, Collection<UUID> except);

	/// Those that are over and whose usage is not final.
	List<Measurement> withoutUsage(int limit);

	/// How many requests are stored of all measurements.
	long storedRequests();

}
