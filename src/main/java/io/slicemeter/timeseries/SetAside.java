package io.slicemeter.timeseries;

/// A row that the database can't take.
///
/// @param row the row, a [Sample] or a [CatalogueRow]
/// @param reason what the database said
record SetAside(Object row, String reason) {

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
