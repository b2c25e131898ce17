@NullMarked
package io.slicemeter.role;

import org.jspecify.annotations.NullMarked;
