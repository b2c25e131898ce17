/// The clocked loop: keeps the tracked runs, reads their counters at each tick and turns
/// them into samples.
@ApplicationModule(displayName = "Sampling", allowedDependencies = { "runner", "cgroup", "engine", "timeseries" })
@NullMarked
package io.slicemeter.sampling;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
