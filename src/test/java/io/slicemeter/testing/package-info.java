/// What tests of several modules stand on: real databases, a real Engine where there is
/// one.
@NullMarked
package io.slicemeter.testing;

import org.jspecify.annotations.NullMarked;
