package io.slicemeter.timeseries;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunRecord;
import io.slicemeter.runner.SliceName;
import io.slicemeter.runner.SliceRecord;

/// A row of the catalogue on its way to Postgres. Rows are state: of each key the one
/// with the highest revision counts.
sealed interface CatalogueRow {

	/// What names the row among all rows of the catalogue.
	Key key();

	long revision();

	/// Names a row.
	sealed interface Key {

		/// As it is kept: the kind of row, a space, and what names it there.
		String text();

	}

	/// The row of a host.
	///
	/// @param arrivedNanos `System.nanoTime()` when it came: its agent's clock is
	/// compared with the database's when it is written, and how long it waited until then
	/// must not look like a wrong clock
	record OfHost(HostRecord host, long arrivedNanos) implements CatalogueRow {

		@Override
		public Key key() {
			return new HostKey(this.host.id());
		}

		@Override
		public long revision() {
			return this.host.revision();
		}

		private record HostKey(HostId host) implements Key {

			@Override
			public String text() {
				return "host " + this.host;
			}

		}

	}

	/// The row of a slice.
	record OfSlice(SliceRecord slice) implements CatalogueRow {

		@Override
		public Key key() {
			return new SliceKey(this.slice.host(), this.slice.slice());
		}

		@Override
		public long revision() {
			return this.slice.revision();
		}

		private record SliceKey(HostId host, SliceName slice) implements Key {

			@Override
			public String text() {
				return "slice " + this.host + " " + this.slice.value();
			}

		}

	}

	/// The row of a run.
	record OfRun(RunRecord run) implements CatalogueRow {

		@Override
		public Key key() {
			return new RunRowKey(this.run.key());
		}

		@Override
		public long revision() {
			return this.run.revision();
		}

		private record RunRowKey(RunKey run) implements Key {

			@Override
			public String text() {
				return "run " + this.run;
			}

		}

	}

}
