package io.slicemeter.timeseries;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/// Whether the schema is spread over the nodes of a Citus cluster.
///
/// @param citus whether migrating spreads the tables over the nodes of a Citus cluster, by
/// host; the database must have the extension
@ConfigurationProperties("slicemeter.timeseries")
record CitusProperties(@DefaultValue("false") boolean citus) {

}
