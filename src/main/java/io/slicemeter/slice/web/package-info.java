/// The REST of slices and hosts.
@NullMarked
package io.slicemeter.slice.web;

import org.jspecify.annotations.NullMarked;
