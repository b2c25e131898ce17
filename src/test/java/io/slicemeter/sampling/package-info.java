/// Tests of sampling: clocks, meters and tracking by hand-made parts, the kernel side on
/// trees of real kernel output.
@NullMarked
package io.slicemeter.sampling;

import org.jspecify.annotations.NullMarked;
