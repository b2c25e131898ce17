/// The built service as its users run it: on a real kernel with cgroup v2 and a real
/// Docker Engine with the systemd driver, in a virtual machine, asked over HTTP from
/// outside.
@NullMarked
package io.slicemeter.e2e;

import org.jspecify.annotations.NullMarked;
