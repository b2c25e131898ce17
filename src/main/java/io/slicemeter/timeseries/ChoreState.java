package io.slicemeter.timeseries;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/// How a chore fares.
final class ChoreState {

	private Instant due = Instant.MIN;

	private @Nullable Instant lastSuccess;

	private @Nullable Instant failingSince;

	private @Nullable String lastError;

	private long failures;

	synchronized boolean isDue(Instant now) {
		return !now.isBefore(this.due);
	}

	/// @param ours whether the work was done here rather than by another instance
	/// @return for how long it had been failing, null if it had not
	synchronized @Nullable Duration succeeded(Instant now, boolean ours, Duration rest) {
		Instant since = this.failingSince;
		this.failingSince = null;
		this.lastError = null;
		if (ours) {
			this.lastSuccess = now;
			this.due = now.plus(rest);
		}
		return (since != null) ? Duration.between(since, now) : null;
	}

	/// @return whether it had been well before
	synchronized boolean failed(Instant now, Throwable failure) {
		boolean first = this.failingSince == null;
		this.failures++;
		this.lastError = String.valueOf(failure.getMessage());
		if (first) {
			this.failingSince = now;
		}
		return first;
	}

	/// When it was done here last.
	synchronized @Nullable Instant lastSuccess() {
		return this.lastSuccess;
	}

	/// Since when it fails, null while it does not.
	synchronized @Nullable Instant failingSince() {
		return this.failingSince;
	}

	synchronized @Nullable String lastError() {
		return this.lastError;
	}

	synchronized long failures() {
		return this.failures;
	}

}
