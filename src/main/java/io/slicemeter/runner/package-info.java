/// The words of Slicemeter as types: hosts, slices, runners, runs and their metrics; and
/// the catalogue that keeps them.
@ApplicationModule(displayName = "Runner", allowedDependencies = {})
@NullMarked
package io.slicemeter.runner;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
