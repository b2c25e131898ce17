/// Follows the Docker Engine: its events, what it says of containers when asked, and its
/// statistics streams.
@ApplicationModule(displayName = "Engine", allowedDependencies = "runner")
@NullMarked
package io.slicemeter.engine;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
