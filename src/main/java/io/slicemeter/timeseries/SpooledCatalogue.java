package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/// The catalogue as this agent knows it: of each key the newest row. A row is written to
/// the database when it is new, again after a lost connection, and every hour as long as
/// it lives. The rows of ended runs go some time after they were written.
///
/// Not thread-safe: its spool's lock guards it.
final class SpooledCatalogue {

	/// How many rows are written in one transaction at most.
	private static final int MOST = 2_000;

	private final Map<CatalogueRow.Key, State> states = new LinkedHashMap<>();

	private final Set<CatalogueRow.Key> unsaved = new LinkedHashSet<>();

	private final Duration keep;

	private final Duration resendInterval;

	/// @param keep how long what was written is kept, to be written again
	/// @param resendInterval how often what lives is written again
	SpooledCatalogue(Duration keep, Duration resendInterval) {
		this.keep = keep;
		this.resendInterval = resendInterval;
	}

	/// Takes in rows in place of older ones.
	void take(Collection<CatalogueRow> rows) {
		for (CatalogueRow row : rows) {
			State known = this.states.get(row.key());
			if (known == null || row.revision() > known.row().revision()) {
				this.states.put(row.key(), new State(row, null));
				this.unsaved.add(row.key());
			}
		}
	}

	/// Everything that is known.
	List<CatalogueRow> rows() {
		return this.states.values().stream().map(State::row).toList();
	}

	/// What is not on the disk yet.
	List<CatalogueRow> unsaved() {
		return this.unsaved.stream().map((key) -> Objects.requireNonNull(this.states.get(key)).row()).toList();
	}

	/// Rows are on the disk.
	void saved(List<CatalogueRow> rows) {
		rows.forEach((row) -> this.unsaved.remove(row.key()));
	}

	/// What is to be written now, not too much of it.
	List<CatalogueRow> due() {
		long now = System.nanoTime();
		return this.states.values().stream().filter((state) -> isDue(state, now)).limit(MOST).map(State::row).toList();
	}

	/// Whether more is due than these rows.
	boolean isMoreDue(List<CatalogueRow> due) {
		long now = System.nanoTime();
		return due.size() == MOST && this.states.values().stream().filter((state) -> isDue(state, now)).count() > MOST;
	}

	private boolean isDue(State state, long nowNanos) {
		Long written = state.writtenNanos();
		return written == null || (!isOver(state.row()) && nowNanos - written >= this.resendInterval.toNanos());
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
		keys.forEach((key) -> {
			this.states.remove(key);
			this.unsaved.remove(key);
		});
	}

	private static boolean isOver(CatalogueRow row) {
		return row instanceof CatalogueRow.OfRun run && run.run().endedAt() != null;
	}

	/// @param writtenNanos when it was written to the database; null if it was not
	private record State(CatalogueRow row, @Nullable Long writtenNanos) {
	}

}
