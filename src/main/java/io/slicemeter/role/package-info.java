/// What the process is: turns `slicemeter.role` into auto-configuration, and starts the
/// embedded Postgres where none is named.
@ApplicationModule(displayName = "Role", allowedDependencies = {})
@NullMarked
package io.slicemeter.role;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
