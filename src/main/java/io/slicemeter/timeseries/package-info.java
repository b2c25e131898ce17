/// The road to Postgres and back: the intake of samples, the batch writer, partitions and
/// range queries. All hot SQL.
@ApplicationModule(displayName = "Time series", allowedDependencies = "runner")
@NullMarked
package io.slicemeter.timeseries;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
