package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/// The catalogue as this agent knows it: of each key the newest row. A row is written to
/// the database when it is new, again after a lost connection, and every hour as long as
/// it lives. The rows of ended runs go some time after they were written.
///
/// Not thread-safe: its spool's lock guards it.
final class SpooledCatalogue {

	private final Map<CatalogueRow.Key, State> states = new LinkedHashMap<>();

	private final Duration keep;

	private final Duration resendInterval;

	/// @param keep how long what was written is kept, to be written again
	/// @param resendInterval how often what lives is written again
	SpooledCatalogue(Duration keep, Duration resendInterval) {
		this.keep = keep;
		this.resendInterval = resendInterval;
	}

	/// Those of some rows that are newer than what is known.
	List<CatalogueRow> newer(Collection<CatalogueRow> rows) {
		return rows.stream().filter((row) -> {
			State known = this.states.get(row.key());
			return known == null || row.revision() > known.row().revision();
		}).toList();
	}

	void take(Collection<CatalogueRow> rows) {
		rows.forEach((row) -> this.states.put(row.key(), new State(row, null)));
	}

	/// What is to be written now.
	List<CatalogueRow> due() {
		long resentBefore = System.nanoTime() - this.resendInterval.toNanos();
		List<CatalogueRow> due = new ArrayList<>();
		for (State state : this.states.values()) {
			Long written = state.writtenNanos();
			if (written == null || (!isOver(state.row()) && written - resentBefore <= 0)) {
				due.add(state.row());
			}
		}
		return due;
	}

	/// Rows are written; a newer one that came meanwhile stays due.
	void written(List<CatalogueRow> rows) {
		long now = System.nanoTime();
		for (CatalogueRow row : rows) {
			this.states.computeIfPresent(row.key(),
					(key, state) -> (state.row().revision() == row.revision()) ? new State(row, now) : state);
		}
	}

	/// Everything is due again.
	void rewind() {
		this.states.replaceAll((key, state) -> new State(state.row(), null));
	}

	/// What is over and was written long enough ago.
	List<CatalogueRow.Key> over() {
		long before = System.nanoTime() - this.keep.toNanos();
		List<CatalogueRow.Key> over = new ArrayList<>();
		this.states.forEach((key, state) -> {
			Long written = state.writtenNanos();
			if (isOver(state.row()) && written != null && written - before <= 0) {
				over.add(key);
			}
		});
		return over;
	}

	void forget(Collection<CatalogueRow.Key> keys) {
		this.states.keySet().removeAll(keys);
	}

	private static boolean isOver(CatalogueRow row) {
		return row instanceof CatalogueRow.OfRun run && run.run().endedAt() != null;
	}

	/// @param writtenNanos when it was written to the database; null if it was not
	private record State(CatalogueRow row, @Nullable Long writtenNanos) {
	}

}
