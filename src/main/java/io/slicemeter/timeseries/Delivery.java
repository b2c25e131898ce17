package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/// Brings one batch into the store, around what can't be stored.
///
/// A batch with a value that no table takes is halved until the bad rows are alone; these
/// are set aside, the others written. If that is the fate of every sample, none is set
/// aside: then it is not the rows. A day without its partition gets it, and rows of a day
/// that gets none (long past, or far ahead) are set aside. Halves are transactions of
/// their own; where one fails for any other reason the whole batch is to be delivered
/// again, and what was written already is passed over then.
final class Delivery {

	/// How far ahead of the database's clock a sample may lie.
	private static final Duration AHEAD = Duration.ofDays(1);

	private final Store store;

	private final List<SetAside> setAside = new ArrayList<>();

	private int faultyRows;

	private int faultySamples;

	private int refusedSamples;

	private @Nullable RuntimeException lastDataFault;

	private Delivery(Store store) {
		this.store = store;
	}

	/// Delivers a batch.
	/// @param lateLimit how old a sample may be when it is written
	/// @return the rows that were set aside; all others are stored
	/// @throws RuntimeException if the batch is to be kept and delivered again
	static List<SetAside> of(Batch all, Store store, Duration lateLimit) {
		Delivery delivery = new Delivery(store);
		Batch batch = delivery.inTime(all, lateLimit);
		delivery.write(batch, false);
		boolean everyRow = delivery.faultyRows == batch.size() - delivery.refusedSamples;
		boolean everySample = delivery.faultySamples == batch.samples().size() - delivery.refusedSamples;
		if ((delivery.faultyRows > 0 && everyRow) || (delivery.faultySamples > 0 && everySample)) {
			throw Objects.requireNonNull(delivery.lastDataFault);
		}
		return List.copyOf(delivery.setAside);
	}

	/// Sets aside what is too late, or lies ahead. By the database's clock: the agent's
	/// own may be what is wrong.
	private Batch inTime(Batch batch, Duration lateLimit) {
		Instant now = this.store.now();
		Instant earliest = now.minus(lateLimit);
		Instant latest = now.plus(AHEAD);
		List<Sample> inTime = new ArrayList<>();
		for (Sample sample : batch.samples()) {
			if (sample.at().isBefore(earliest)) {
				this.setAside.add(new SetAside(sample, SetAside.Why.LATE, "it is later than " + lateLimit));
			}
			else if (sample.at().isAfter(latest)) {
				this.setAside.add(new SetAside(sample, SetAside.Why.OUTSIDE, "it lies ahead of the database's clock"));
			}
			else {
				inTime.add(sample);
			}
		}
		return new Batch(batch.catalogue(), inTime);
	}

	private void write(Batch batch, boolean partitionsMade) {
		if (batch.isEmpty()) {
			return;
		}
		try {
			this.store.write(batch);
		}
		catch (RuntimeException ex) {
			switch (WriteFault.of(ex)) {
				case DATA -> halve(batch, partitionsMade, ex);
				case NO_PARTITION -> {
					if (partitionsMade) {
						throw ex;
					}
					write(withPartitions(batch), true);
				}
				case DAY_NOT_KEPT, OUTAGE -> throw ex;
			}
		}
	}

	private void halve(Batch batch, boolean partitionsMade, RuntimeException fault) {
		if (batch.size() > 1) {
			write(batch.firstHalf(), partitionsMade);
			write(batch.secondHalf(), partitionsMade);
			return;
		}
		this.lastDataFault = fault;
		this.faultyRows++;
		this.faultySamples += batch.samples().size();
		Object row = batch.samples().isEmpty() ? batch.catalogue().getFirst() : batch.samples().getFirst();
		this.setAside.add(new SetAside(row, SetAside.Why.BAD, reason(fault)));
	}

	/// Makes the partitions that a batch needs, and gives what of it can be written then.
	private Batch withPartitions(Batch batch) {
		SortedSet<LocalDate> refused = new TreeSet<>();
		SortedSet<LocalDate> days = new TreeSet<>();
		batch.samples().forEach((sample) -> days.add(day(sample)));
		for (LocalDate day : days) {
			try {
				this.store.ensurePartition(day);
			}
			catch (RuntimeException ex) {
				if (WriteFault.of(ex) != WriteFault.DAY_NOT_KEPT) {
					throw ex;
				}
				refused.add(day);
			}
		}
		List<Sample> kept = new ArrayList<>();
		for (Sample sample : batch.samples()) {
			if (refused.contains(day(sample))) {
				this.refusedSamples++;
				this.setAside.add(new SetAside(sample, SetAside.Why.OUTSIDE, "its day is not kept"));
			}
			else {
				kept.add(sample);
			}
		}
		return new Batch(batch.catalogue(), kept);
	}

	private static LocalDate day(Sample sample) {
		return LocalDate.ofInstant(sample.at(), ZoneOffset.UTC);
	}

	private static String reason(RuntimeException fault) {
		Throwable cause = WriteFault.sqlException(fault);
		String message = ((cause != null) ? cause : fault).getMessage();
		return (message != null) ? message.lines().findFirst().orElse("") : fault.toString();
	}

}
