/// Questions about slices and hosts: use, pressure, top runners, headroom.
@ApplicationModule(displayName = "Slice", allowedDependencies = { "runner", "timeseries", "web" })
@NullMarked
package io.slicemeter.slice;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
