package io.slicemeter.timeseries;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.callback.Callback;
import org.flywaydb.core.api.callback.Context;
import org.flywaydb.core.api.callback.Event;

/// Refuses to migrate a database without Citus where its use is configured, before
/// anything is changed.
final class NeedsCitus implements Callback {

	@Override
	public boolean supports(Event event, Context context) {
		return event == Event.BEFORE_MIGRATE;
	}

	@Override
	public boolean canHandleInTransaction(Event event, Context context) {
		return true;
	}

	@Override
	public void handle(Event event, Context context) {
		try (Statement statement = context.getConnection().createStatement();
				ResultSet extension = statement.executeQuery("select 1 from pg_extension where extname = 'citus'")) {
			if (!extension.next()) {
				throw new FlywayException("slicemeter.timeseries.citus is true, but the database has no Citus: "
						+ "`create extension citus` in it on every node, as a superuser, or leave that setting out.");
			}
		}
		catch (SQLException ex) {
			throw new FlywayException("Whether the database has Citus can't be read: " + ex.getMessage(), ex);
		}
	}

	@Override
	public String getCallbackName() {
		return "needsCitus";
	}

}
