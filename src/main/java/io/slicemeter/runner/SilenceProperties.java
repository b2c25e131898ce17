package io.slicemeter.runner;

import java.time.Duration;

import jakarta.validation.constraints.NotNull;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// When a host counts as silent.
///
/// @param silentAfter how long a host may go unheard of before the state of its open runs
/// is `unknown`
@Validated
@ConfigurationProperties("slicemeter.host")
record SilenceProperties(@DefaultValue("30s") @NotNull @DurationMin(seconds = 1,
		message = "must be at least 1s, but is ${validatedValue}") Duration silentAfter) {
}
