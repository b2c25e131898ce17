package io.slicemeter.timeseries;

import java.util.List;
import java.util.UUID;

/// The requests of measurements, as they are stored.
public interface RequestRecords {

	/// Whether the database takes writes; a replica does not.
	boolean takesWrites();

	/// Lets nobody else start a measurement before the transaction ends.
	void lockStarts();

	/// Stores requests. Those that are there already are passed over.
	void append(UUID measurement, List<RequestRecord> records);

	/// The requests of a measurement after one, in their order.
	/// @param sent when all of its requests were sent
	/// @param after the ID of the one before; -1 for the first page
	List<RequestRecord> page(UUID measurement, TimeRange sent, long after, int limit);

	/// The latencies in seconds of those requests whose ID is a multiple of `stride`.
	/// @param outcomes only of requests that went so
	double[] latencies(UUID measurement, TimeRange sent, long stride, List<String> outcomes);

	/// Deletes the requests of a measurement.
	void delete(UUID measurement);

}
