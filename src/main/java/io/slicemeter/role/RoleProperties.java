package io.slicemeter.role;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What this process is.
///
/// @param role what the process does: standalone (meters this machine, stores and
/// answers, on loopback)
@ConfigurationProperties("slicemeter")
record RoleProperties(@DefaultValue("standalone") Role role) {

}
