package io.slicemeter.sampling;

import io.slicemeter.cgroup.ContainerCgroup;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.SliceName;
import org.jspecify.annotations.Nullable;

/// One lifetime of a container as its source tells it apart.
///
/// @param key the run that it is
/// @param slice the innermost slice that it runs in
/// @param cgroup where its files are; null with source `docker`
record Lifetime(RunKey key, SliceName slice, @Nullable ContainerCgroup cgroup) {
}
