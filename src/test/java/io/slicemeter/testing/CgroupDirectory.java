package io.slicemeter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Pattern;

/// One cgroup of a [CgroupTree], whose files can be changed in place.
///
/// @param tree the tree that it is in
/// @param path its directory
public record CgroupDirectory(CgroupTree tree, Path path) {

	/// Changes a file in place with one write, so that a kept channel sees the old
	/// content or the new; only where the new one is shorter, the rest of the old one is
	/// cut off a moment later.
	public CgroupDirectory write(String file, String content) {
		write(this.path.resolve(file), content);
		return this;
	}

	/// What a file holds.
	public String read(String file) {
		try {
			return Files.readString(this.path.resolve(file));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// Changes one value of a file of keys and values, e.g. `nr_throttled` of `cpu.stat`.
	public CgroupDirectory set(String file, String key, long value) {
		Pattern line = Pattern.compile("(?m)^" + Pattern.quote(key) + " .*$");
		return write(file, line.matcher(read(file)).replaceFirst(key + " " + value));
	}

	/// Sets the CPU time used; user and system time stay.
	public CgroupDirectory cpuUsageUsec(long usec) {
		return set("cpu.stat", "usage_usec", usec);
	}

	/// Sets the memory in use and the part of it that is inactive page cache, which the
	/// working set leaves out.
	public CgroupDirectory memory(long currentBytes, long inactiveFileBytes) {
		write("memory.current", currentBytes + "\n");
		return set("memory.stat", "inactive_file", inactiveFileBytes);
	}

	/// Sets how many processes the OOM killer ended.
	public CgroupDirectory oomKills(long count) {
		return set("memory.events", "oom_kill", count);
	}

	/// Sets whether processes live in it.
	public CgroupDirectory populated(boolean populated) {
		return set("cgroup.events", "populated", populated ? 1 : 0);
	}

	/// Takes a file away, as on an older kernel or without its controller.
	public CgroupDirectory without(String file) {
		try {
			Files.delete(this.path.resolve(file));
			return this;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/// Removes the cgroup with all that is in it.
	public void remove() {
		this.tree.bury(this.path);
	}

	/// Removes the cgroup and makes it again under the same name, as a restart of its
	/// container does: a new inode, with the files of an idle container.
	public CgroupDirectory recreate() {
		remove();
		return this.tree.directory(this.tree.cgroupRoot().relativize(this.path).toString());
	}

	static void write(Path file, String content) {
		byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
			int written = channel.write(ByteBuffer.wrap(bytes), 0);
			if (written != bytes.length) {
				throw new IOException("Wrote only " + written + " of " + bytes.length + " bytes to " + file);
			}
			channel.truncate(bytes.length);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
