/// The REST of runners and runs.
@NullMarked
package io.slicemeter.history.web;

import org.jspecify.annotations.NullMarked;
