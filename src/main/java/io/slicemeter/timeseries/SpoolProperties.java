package io.slicemeter.timeseries;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/// How an agent keeps on local disk what waits for Postgres.
///
/// @param directory where; a local disk that outlives the process. Without it
/// `$XDG_STATE_HOME/slicemeter/spool`, which is `~/.local/state/slicemeter/spool` where
/// that is not set
/// @param maxBytes how much the samples in it may take, 1 MB to 1 TB; beyond that the
/// oldest are dropped and counted
/// @param syncInterval how often it is synced to disk, 100 ms to 1 h: what a power cut
/// may cost. The death of the process costs nothing
/// @param keep how long what was written to Postgres is kept, to be sent again after a
/// lost connection, 0 to 1 h
/// @param resendInterval how often the catalogue rows of everything living are sent
/// again, 1 min to 1 day
/// @param queueSize how many samples may wait in memory for the disk, 1,000 to
/// 10,000,000; what does not fit is dropped and counted
@ConfigurationProperties("slicemeter.spool")
record SpoolProperties(@Nullable Path directory, @DefaultValue("1GB") DataSize maxBytes,
		@DefaultValue("5s") Duration syncInterval, @DefaultValue("5m") Duration keep,
		@DefaultValue("1h") Duration resendInterval, @DefaultValue("100000") int queueSize) {

	SpoolProperties {
		Allowed.within("slicemeter.spool.max-bytes", maxBytes, DataSize.ofMegabytes(1), DataSize.ofTerabytes(1));
		Allowed.within("slicemeter.spool.sync-interval", syncInterval, Duration.ofMillis(100), Duration.ofHours(1));
		Allowed.within("slicemeter.spool.keep", keep, Duration.ZERO, Duration.ofHours(1));
		Allowed.within("slicemeter.spool.resend-interval", resendInterval, Duration.ofMinutes(1), Duration.ofDays(1));
		Allowed.within("slicemeter.spool.queue-size", queueSize, 1_000, 10_000_000);
	}

	/// The directory to use.
	/// @param xdgStateHome the value of `XDG_STATE_HOME`; a relative one is ignored, as
	/// the XDG specification demands
	Path directory(@Nullable String xdgStateHome, Path home) {
		if (this.directory != null) {
			return this.directory.toAbsolutePath();
		}
		boolean usable = xdgStateHome != null && Path.of(xdgStateHome).isAbsolute();
		Path state = usable ? Path.of(xdgStateHome) : home.resolve(".local/state");
		return state.resolve("slicemeter/spool");
	}

}
