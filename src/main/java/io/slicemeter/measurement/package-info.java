/// Measurements: a client drives an HTTP endpoint while chosen runners are sampled; what
/// clients waited and what the runners used, on one clock.
@ApplicationModule(displayName = "Measurement", allowedDependencies = { "runner", "timeseries", "web" })
@NullMarked
package io.slicemeter.measurement;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
