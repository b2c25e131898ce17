package io.slicemeter.sampling;

import java.time.Duration;
import java.util.List;

import io.slicemeter.runner.SliceName;
import jakarta.validation.constraints.Pattern;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// What is sampled, and how often.
///
/// @param interval Time between two ticks, from 100 ms to 60 s.
/// @param slices Slices whose containers are tracked, nested ones included; `.slice` may
/// be left out. Empty: `system.slice` with Docker's systemd driver, every container with
/// its cgroupfs driver.
/// @param source Where figures come from: `cgroup` (the kernel's files), `docker` (the
/// Engine's statistics API), or `auto`, which is `cgroup` where the cgroup root is cgroup
/// v2 and `docker` elsewhere.
@ConfigurationProperties("slicemeter")
@Validated
record SamplingProperties(
		@DefaultValue("2s") @DurationMin(millis = 100, message = "must be from 100ms to 60s") @DurationMax(seconds = 60,
				message = "must be from 100ms to 60s") Duration interval,
		@DefaultValue List<@Pattern(regexp = SLICE, message = "must be names of slices such as ci-runners.slice: "
				+ "letters, digits and : _ . \\ @ -, single dashes between the names of nested slices") String> slices,
		@DefaultValue("auto") @Pattern(regexp = "auto|cgroup|docker",
				message = "must be auto, cgroup or docker") String source) {

	private static final String SLICE = "-\\.slice|(?!\\.)[A-Za-z0-9:_.\\\\@]+(-[A-Za-z0-9:_.\\\\@]+)*";

	/// The configured slices by the rules of the cgroup driver: a systemd slice's ending
	/// may be left out.
	List<SliceName> sliceNames(boolean systemd) {
		return this.slices.stream()
			.map((slice) -> systemd ? SliceName.ofSystemd(slice) : new SliceName(slice))
			.distinct()
			.toList();
	}

}
