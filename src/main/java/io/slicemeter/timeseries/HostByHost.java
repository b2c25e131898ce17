package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;

import org.jspecify.annotations.Nullable;

/// Maintenance of tables that are spread over nodes by their host (`db/citus`): a host at
/// a time, since statements about one host go to one node, and a transaction is to change
/// the rows of one alone. What is done for all of them is noted at last; whoever takes
/// over begins the same work anew, which changes nothing that is done.
final class HostByHost {

	private final MaintenanceFunctions functions;

	HostByHost(MaintenanceFunctions functions) {
		this.functions = functions;
	}

	/// Whether more minutes wait; null where they are another's.
	@Nullable Boolean rollUpMinutes(Duration most) {
		Minutes due = this.functions
			.rows("select low, high, closed from minutes_due(? * interval '1 second')",
					(row, _) -> new Minutes(row.getObject(1, OffsetDateTime.class),
							row.getObject(2, OffsetDateTime.class), row.getObject(3, OffsetDateTime.class)),
					most.toSeconds())
			.getFirst();
		OffsetDateTime low = due.low();
		OffsetDateTime high = due.high();
		if (low == null || high == null) {
			return null;
		}
		for (long host : hosts()) {
			if (!isDone("select roll_up_minutes_of_host(?, ? * interval '1 second', ?, ?)", host, most.toSeconds(), low,
					high)) {
				return null;
			}
		}
		boolean done = isDone("select minutes_are_rolled_up(? * interval '1 second', ?, ?)", most.toSeconds(), low,
				high);
		return done ? (Boolean) high.isBefore(due.closed()) : null;
	}

	/// Whether more hours wait; null where they are another's.
	@Nullable Boolean rollUpHour() {
		Hour due = this.functions
			.rows("select hour, another from hour_due()",
					(row, _) -> new Hour(row.getObject(1, OffsetDateTime.class), row.getObject(2, Boolean.class)))
			.getFirst();
		OffsetDateTime hour = due.hour();
		if (hour == null) {
			return due.another();
		}
		for (long host : hosts()) {
			if (!isDone("select roll_up_hour_of_host(?, ?)", host, hour)) {
				return null;
			}
		}
		return isDone("select hour_is_rolled_up(?)", hour) ? due.another() : null;
	}

	/// That nothing more waits; null where it is another's.
	@Nullable Boolean rollUpLate() {
		for (long host : hosts()) {
			if (!isDone("select roll_up_late_of_host(?)", host)) {
				return null;
			}
		}
		return false;
	}

	/// That no more rows are to go; null where they are another's.
	@Nullable Integer forgetExpired(int most) {
		for (long host : hosts()) {
			Integer gone;
			do {
				gone = this.functions.call("select forget_expired_of_host(?, ?)", Integer.class, host, most);
				if (gone == null) {
					return null;
				}
			}
			while (gone > 0);
		}
		return 0;
	}

	private List<Long> hosts() {
		return this.functions.rows("select host_id from metered_hosts()", (row, _) -> row.getLong(1));
	}

	private boolean isDone(String sql, Object... parameters) {
		return Boolean.TRUE.equals(this.functions.call(sql, Boolean.class, parameters));
	}

	/// @param low null where nothing may be rolled up now
	/// @param closed up to where minutes are closed; not asked for where low is null
	private record Minutes(@Nullable OffsetDateTime low, @Nullable OffsetDateTime high, OffsetDateTime closed) {
	}

	/// @param hour null where none is due
	/// @param another null where they are another's
	private record Hour(@Nullable OffsetDateTime hour, @Nullable Boolean another) {
	}

}
