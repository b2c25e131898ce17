package io.slicemeter.timeseries;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.springframework.util.unit.DataSize;

/// Spools for tests.
final class Spools {

	private Spools() {
	}

	static Path newDirectory() {
		try {
			return Files.createTempDirectory("slicemeter-spool");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static OpenedSpool open(Path directory, DiskSpool.Lost lost) {
		return open(directory, DataSize.ofGigabytes(1), Duration.ofMinutes(5), lost);
	}

	static OpenedSpool open(Path directory, DataSize maxBytes, Duration keep, DiskSpool.Lost lost) {
		return OpenedSpool.open(directory,
				new SpoolProperties(directory, maxBytes, Duration.ofSeconds(5), keep, Duration.ofHours(1), 100_000),
				lost);
	}

	/// Notes what was lost.
	static final class Losses implements DiskSpool.Lost {

		int full;

		int unreadable;

		@Override
		public void full(int samples) {
			this.full += samples;
		}

		@Override
		public void unreadable(int samples) {
			this.unreadable += samples;
		}

	}

}
