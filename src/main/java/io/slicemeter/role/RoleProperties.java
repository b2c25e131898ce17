package io.slicemeter.role;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// What this process is.
///
/// @param role what the process does: standalone (everything, with a database of
/// its own where none is named), agent (meters one host), api (answers), maintain (looks
/// after partitions, rollups and retention) or migrate (brings the schema up to date and
/// exits)
@ConfigurationProperties("slicemeter")
record RoleProperties(@DefaultValue("standalone") Role role) {

}
