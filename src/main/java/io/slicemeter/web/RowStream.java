package io.slicemeter.web;

import java.util.List;

import org.jspecify.annotations.Nullable;

/// Rows that are given one after the other, so that an answer of a million of them needs no
/// more memory than one of ten. As JSON they are the `items` of an object; as CSV and NDJSON
/// a line each.
public interface RowStream {

	/// The columns, in order.
	List<Column> columns();

	/// Gives all rows, each with a value for each column.
	void giveTo(RowTaker taker);

	/// The name of the file in which CSV is saved, without its ending.
	String fileName();

	/// What names the rows in JSON.
	String id();

	/// A column.
	///
	/// @param name in JSON
	/// @param unitBearingName where no units stand beside it
	record Column(String name, String unitBearingName) {

		/// A column whose name says its unit.
		public static Column of(String name) {
			return new Column(name, name);
		}

	}

	/// Takes rows.
	interface RowTaker {

		void take(@Nullable Object... values);

	}

}
