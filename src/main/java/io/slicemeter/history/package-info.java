/// Questions about one runner and about one run: current use, series, summaries, closing
/// records.
@ApplicationModule(displayName = "History", allowedDependencies = { "runner", "timeseries", "web" })
@NullMarked
package io.slicemeter.history;

import org.jspecify.annotations.NullMarked;
import org.springframework.modulith.ApplicationModule;
