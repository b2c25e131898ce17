package io.slicemeter.timeseries;

import java.time.Duration;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// How samples go to Postgres.
///
/// @param batchSize how many samples are written in one transaction at most, 1 to 50,000;
/// it begins with fewer, and grows as long as there is a backlog that is written quickly
/// @param flushInterval how long a sample waits for others before it is written, 10 ms to
/// 1 min
/// @param statementTimeout after which one statement of the writer is given up and tried
/// again, 1 s to 10 min
/// @param lockTimeout after which a wait for a lock is given up and tried again, 100 ms
/// to 1 min
/// @param shutdownGrace how long stopping waits for what is queued to be written, 0 to 5
/// min
/// @param downAfter for how long writing must have failed before health turns down, 0 to
/// 1 h
/// @param connectTimeout after which connecting is given up and tried again, 1 s to 1 min
/// @param lateLimit how old a sample may be when it is written, 1 h to 30 days; a later
/// one is set aside and counted
/// @param queryTimeout after which a question is given up, 1 s to 10 min
@ConfigurationProperties("slicemeter.timeseries")
record TimeseriesProperties(@DefaultValue("10000") int batchSize, @DefaultValue("500ms") Duration flushInterval,
		@DefaultValue("30s") Duration statementTimeout, @DefaultValue("5s") Duration lockTimeout,
		@DefaultValue("10s") Duration shutdownGrace, @DefaultValue("30s") Duration downAfter,
		@DefaultValue("10s") Duration connectTimeout, @DefaultValue("48h") Duration lateLimit,
		@DefaultValue("30s") Duration queryTimeout) {

	TimeseriesProperties {
		Allowed.within("slicemeter.timeseries.batch-size", batchSize, 1, 50_000);
		Allowed.within("slicemeter.timeseries.flush-interval", flushInterval, Duration.ofMillis(10),
				Duration.ofMinutes(1));
		Allowed.within("slicemeter.timeseries.statement-timeout", statementTimeout, Duration.ofSeconds(1),
				Duration.ofMinutes(10));
		Allowed.within("slicemeter.timeseries.lock-timeout", lockTimeout, Duration.ofMillis(100),
				Duration.ofMinutes(1));
		Allowed.within("slicemeter.timeseries.shutdown-grace", shutdownGrace, Duration.ZERO, Duration.ofMinutes(5));
		Allowed.within("slicemeter.timeseries.down-after", downAfter, Duration.ZERO, Duration.ofHours(1));
		Allowed.within("slicemeter.timeseries.connect-timeout", connectTimeout, Duration.ofSeconds(1),
				Duration.ofMinutes(1));
		Allowed.within("slicemeter.timeseries.late-limit", lateLimit, Duration.ofHours(1), Duration.ofDays(30));
		Allowed.within("slicemeter.timeseries.query-timeout", queryTimeout, Duration.ofSeconds(1),
				Duration.ofMinutes(10));
	}

}
