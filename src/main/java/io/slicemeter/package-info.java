/// Slicemeter. Each direct sub-package is a module: read `runner`, `cgroup`, `engine`,
/// `sampling`, `timeseries`, `web`, `history`, `slice` and `role` in this order.
@NullMarked
package io.slicemeter;

import org.jspecify.annotations.NullMarked;
