package io.slicemeter.sampling;

import java.nio.file.Path;

import jakarta.validation.constraints.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/// The machine that is metered.
///
/// @param name Name of this host in all answers; default: the machine's host name.
/// @param cgroupRoot Where the cgroup v2 hierarchy is mounted.
/// @param procRoot Where the host's `/proc` is mounted.
@ConfigurationProperties("slicemeter.host")
@Validated
record HostProperties(
		@Nullable @Pattern(regexp = "[A-Za-z0-9_.:-]{1,253}",
				message = "must be 1 to 253 characters of A-Z a-z 0-9 _ . : -") String name,
		@DefaultValue("/sys/fs/cgroup") Path cgroupRoot, @DefaultValue("/proc") Path procRoot) {
}
