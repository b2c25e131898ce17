/// The REST of measurements.
@NullMarked
package io.slicemeter.measurement.web;

import org.jspecify.annotations.NullMarked;
