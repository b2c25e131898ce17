package io.slicemeter.timeseries;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/// Why a write failed, and so what to do about it.
enum WriteFault {

	/// A value that the table can't take (SQLSTATE class 22, 23): the row is looked for
	/// and set aside.
	DATA,
	/// A day without its partition (23514 of no constraint): it is made.
	NO_PARTITION,
	/// A day that has none and gets none (23514 of `ensure_partition`): its rows are set
	/// aside.
	DAY_NOT_KEPT,
	/// Anything else: the database is away, too slow, not migrated, or refuses us. The
	/// batch is kept.
	OUTAGE;

	private static final String CHECK_VIOLATION = "23514";

	/// The fault behind an exception.
	static WriteFault of(Throwable failure) {
		SQLException cause = sqlException(failure);
		String state = (cause != null) ? cause.getSQLState() : null;
		if (cause == null || state == null) {
			return OUTAGE;
		}
		if (state.equals(CHECK_VIOLATION)) {
			// the message is in the server's language; only a check of ours has a name
			String constraint = constraint(cause);
			return switch (constraint) {
				case null -> NO_PARTITION;
				case "partition_day" -> DAY_NOT_KEPT;
				default -> DATA;
			};
		}
		return (state.startsWith("22") || state.startsWith("23")) ? DATA : OUTAGE;
	}

	/// The first exception behind another that carries an SQLSTATE.
	static @Nullable SQLException sqlException(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof SQLException exception) {
				// a batch's own exception tells less than the one that broke it
				SQLException next = exception.getNextException();
				return (next != null) ? next : exception;
			}
		}
		return null;
	}

	/// Why a write failed, for people: what the database said, and what that means.
	static String told(Throwable failure) {
		SQLException cause = sqlException(failure);
		if (cause == null) {
			return String.valueOf(failure.getMessage());
		}
		String message = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
		String meaning = meaning(cause.getSQLState());
		return (meaning != null) ? meaning + ": " + message : message;
	}

	private static @Nullable String meaning(@Nullable String state) {
		return switch (state) {
			case "42703", "42P01", "42883" ->
				"the database's schema is older than this version, and has to be migrated first";
			case "42501" -> "the database role lacks a right";
			case "25006" -> "the database server is read-only: a replica, or one that became one";
			case "53100" -> "the database server's disk is full";
			case null, default -> null;
		};
	}

	private static @Nullable String constraint(SQLException cause) {
		ServerErrorMessage message = (cause instanceof PSQLException exception) ? exception.getServerErrorMessage()
				: null;
		return (message != null) ? message.getConstraint() : null;
	}

}
