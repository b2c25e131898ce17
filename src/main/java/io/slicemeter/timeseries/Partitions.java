package io.slicemeter.timeseries;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/// Keeps partitions made ahead: today's and tomorrow's, looked after at start and every
/// hour. One that is missing all the same is made when a sample needs it.
final class Partitions {

	private static final Log logger = LogFactory.getLog(Partitions.class);

	private static final Duration EVERY = Duration.ofHours(1);

	/// A failure is tried again sooner: midnight does not wait.
	private static final Duration AFTER_FAILURE = Duration.ofMinutes(1);

	private final Store store;

	private final Clock clock;

	private Instant due = Instant.MIN;

	private boolean failing;

	Partitions(Store store, Clock clock) {
		this.store = store;
		this.clock = clock;
	}

	/// Makes what is missing, if it is time to look again. Never fails: inserts go on
	/// without it.
	void keepAhead() {
		Instant now = this.clock.instant();
		if (now.isBefore(this.due)) {
			return;
		}
		LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
		try {
			this.store.ensurePartition(today);
			this.store.ensurePartition(today.plusDays(1));
			this.due = now.plus(EVERY);
			this.failing = false;
		}
		catch (RuntimeException ex) {
			this.due = now.plus(AFTER_FAILURE);
			if (!this.failing) {
				logger.warn("Partitions for %s and the day after could not be made ahead; trying again every minute: %s"
					.formatted(today, WriteFault.told(ex)));
			}
			this.failing = true;
		}
	}

}
