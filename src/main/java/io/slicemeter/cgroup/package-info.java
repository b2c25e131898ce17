/// Reads cgroup v2 and `/proc` files: one type per kernel file, one parser each. Knows
/// nothing of Spring.
@ApplicationModule(displayName = "Cgroup", allowedDependencies = "runner")
@NullMarked
package io.slicemeter.cgroup;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
