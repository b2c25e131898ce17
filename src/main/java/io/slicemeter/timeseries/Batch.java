package io.slicemeter.timeseries;

import java.util.List;

/// What is written in one transaction: rows of the catalogue first, then samples, oldest
/// first.
record Batch(List<CatalogueRow> catalogue, List<Sample> samples) {

	static final Batch EMPTY = new Batch(List.of(), List.of());

	Batch {
		catalogue = List.copyOf(catalogue);
		samples = List.copyOf(samples);
	}

	boolean isEmpty() {
		return size() == 0;
	}

	int size() {
		return this.catalogue.size() + this.samples.size();
	}

	Batch firstHalf() {
		return part(0, size() / 2);
	}

	Batch secondHalf() {
		return part(size() / 2, size());
	}

	private Batch part(int from, int to) {
		int rows = this.catalogue.size();
		return new Batch(this.catalogue.subList(Math.min(from, rows), Math.min(to, rows)),
				this.samples.subList(Math.max(from - rows, 0), Math.max(to - rows, 0)));
	}

}
