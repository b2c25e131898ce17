package io.slicemeter.cgroup;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/// Counts what was wrong with kernel files, per kind of file and kind of fault.
/// Thread-safe; counting allocates nothing.
public final class ParseFaults {

	/// Filled once, so that threads only read the maps.
	private final Map<KernelFile, Map<Fault, AtomicLong>> counts = new EnumMap<>(KernelFile.class);

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
		for (KernelFile file : KernelFile.values()) {
			Map<Fault, AtomicLong> ofFile = new EnumMap<>(Fault.class);
			for (Fault fault : Fault.values()) {
				ofFile.put(fault, new AtomicLong());
			}
			this.counts.put(file, ofFile);
		}
	}

	/// How often a kind of file had a kind of fault.
	public long count(KernelFile file, Fault fault) {
		return counter(file, fault).get();
	}

	/// All faults together.
	public long total() {
		return this.counts.values()
			.stream()
			.flatMap((ofFile) -> ofFile.values().stream())
			.mapToLong(AtomicLong::get)
			.sum();
	}

	void add(KernelFile file, Fault fault, Path path) {
		this.observer.fault(file, fault, path, counter(file, fault).incrementAndGet());
	}

	private AtomicLong counter(KernelFile file, Fault fault) {
		return Objects.requireNonNull(Objects.requireNonNull(this.counts.get(file)).get(fault));
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
