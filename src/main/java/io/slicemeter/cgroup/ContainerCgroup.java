package io.slicemeter.cgroup;

import java.nio.file.Path;

import io.slicemeter.runner.SliceName;

/// The existing cgroup of one container.
///
/// @param directory its directory
/// @param slice the innermost slice that it lies in; with the cgroupfs driver the parent
/// directory's name
/// @param inode of the directory: a restart makes a new one under the same name
public record ContainerCgroup(Path directory, SliceName slice, long inode) {
}
