package io.slicemeter.timeseries;

/// A row that the database can't take.
///
/// @param row the row, a [Sample] or a [CatalogueRow]
/// @param why what is wrong with it
/// @param reason what the database said
record SetAside(Object row, Why why, String reason) {

	/// What can be wrong with a row.
	enum Why {

		/// A value that its table does not take.
		BAD("bad"),
		/// It came later than rollups can wait for.
		LATE("late"),
		/// Its day is past what is kept, or lies ahead: a wrong clock.
		OUTSIDE("outside");

		private final String label;

		Why(String label) {
			this.label = label;
		}

		String label() {
			return this.label;
		}

	}

	@Override
	public String toString() {
		String what = switch (this.row) {
			case RunSample sample -> "sample of run %s at %s".formatted(sample.run(), sample.at());
			case SliceSample sample ->
				"sample of slice %s on host %s at %s".formatted(sample.slice(), sample.host(), sample.at());
			case HostSample sample -> "sample of host %s at %s".formatted(sample.host(), sample.at());
			case CatalogueRow row -> "catalogue row %s".formatted(row.key());
			default -> this.row.toString();
		};
		return what + ": " + this.reason;
	}

}
