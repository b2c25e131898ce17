package io.slicemeter.demo;

import java.nio.file.Path;
import java.time.Duration;

import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// The simulated fleet of the profile `demo`.
///
/// @param runners how many runners live, 1 to 10,000; the simulated host grows with them
/// @param churnPerMinute how many short jobs start a minute, each in a container of its
/// own, 0 to 6,000
/// @param pace how many times faster than on a real host jobs pass and memory leaks, 0.1
/// to 100
/// @param seed what the runners do; the same seed makes the same fleet
/// @param backFill for how many hours before its first start the fleet has a history, 0
/// to 24 h; cut for large fleets to what is written in seconds
/// @param directory where the demo keeps its database and its spool; default:
/// $XDG_DATA_HOME/slicemeter-demo, which is ~/.local/share/slicemeter-demo on most
/// machines
/// @param intoNamedDatabase whether the demo may write into the database that
/// spring.datasource.url names, instead of one of its own
@ConfigurationProperties("slicemeter.demo")
@Validated
record DemoProperties(
		@DefaultValue("12") @Min(value = 1, message = "must be from 1 to 10000") @Max(value = 10_000,
				message = "must be from 1 to 10000") int runners,
		@DefaultValue("6") @Min(value = 0, message = "must be from 0 to 6000") @Max(value = 6_000,
				message = "must be from 0 to 6000") int churnPerMinute,
		@DefaultValue("1") @DecimalMin(value = "0.1", message = "must be from 0.1 to 100") @DecimalMax(value = "100",
				message = "must be from 0.1 to 100") double pace,
		@DefaultValue("1") long seed,
		@DefaultValue("3h") @DurationMin(message = "must be from 0s to 24h") @DurationMax(hours = 24,
				message = "must be from 0s to 24h") Duration backFill,
		@Nullable Path directory, @DefaultValue("false") boolean intoNamedDatabase) {
}
