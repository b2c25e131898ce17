@NullMarked
package io.slicemeter.engine;

import org.jspecify.annotations.NullMarked;
