package io.slicemeter.cgroup;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLongArray;

/// Counts what was wrong with kernel files, per kind of file and kind of fault. Thread-safe; counting allocates nothing.
public final class ParseFaults {

	private static final int FAULTS = Fault.values().length;

	private final AtomicLongArray counts = new AtomicLongArray(KernelFile.values().length * FAULTS);

	private final Observer observer;

	/// Only counts.
	public ParseFaults() {
		this((file, fault, path, count) -> {
		});
	}

	/// Counts, and tells of each fault.
	/// @param observer is called on the thread that reads, so it has to be quick
	public ParseFaults(Observer observer) {
		this.observer = observer;
	}

	/// How often a kind of file had a kind of fault.
	public long count(KernelFile file, Fault fault) {
		return this.counts.get(index(file, fault));
	}

	/// All faults together.
	public long total() {
		long total = 0;
		for (int index = 0; index < this.counts.length(); index++) {
			total += this.counts.get(index);
		}
		return total;
	}

	void add(KernelFile file, Fault fault, Path path) {
		this.observer.fault(file, fault, path, this.counts.incrementAndGet(index(file, fault)));
	}

	private static int index(KernelFile file, Fault fault) {
		return file.ordinal() * FAULTS + fault.ordinal();
	}

	/// Is told of each fault: to log the first of a kind, to count in a metric.
	@FunctionalInterface
	public interface Observer {

		/// A file had a fault.
		/// @param file the kind of file
		/// @param fault what was wrong
		/// @param path the file
		/// @param count how many of this kind of file and fault there were by now; 1 for
		/// the first
		void fault(KernelFile file, Fault fault, Path path, long count);

	}

}
