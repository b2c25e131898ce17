/// Who may ask, what for, and how often.
@NullMarked
package io.slicemeter.web.security;

import org.jspecify.annotations.NullMarked;
