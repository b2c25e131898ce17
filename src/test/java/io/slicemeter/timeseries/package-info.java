@NullMarked
package io.slicemeter.timeseries;

import org.jspecify.annotations.NullMarked;
