/// A simulated fleet to look at and to measure with: an Engine's API on a unix socket and a
/// living cgroup and `/proc` tree, on which everything else runs as on a real host. Profile
/// `demo`.
@ApplicationModule(displayName = "Demo", allowedDependencies = { "runner", "timeseries" })
@NullMarked
package io.slicemeter.demo;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
