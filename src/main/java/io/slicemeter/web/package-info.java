/// The HTTP rules that every answer shares: problem details, time ranges, formats.
@ApplicationModule(displayName = "Web", allowedDependencies = {})
@NullMarked
package io.slicemeter.web;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
