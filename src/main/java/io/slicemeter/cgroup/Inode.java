package io.slicemeter.cgroup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.OptionalLong;

/// The number that tells one directory or file from another of the same name: a restarted
/// container's cgroup from the one before, one network namespace from another.
final class Inode {

	private final Path path;

	private final OptionalLong number;

	/// Device and inode. Java gives them for a fraction of what the bare number costs,
	/// but only to compare them.
	private final Object key;

	private Inode(Path path) throws IOException {
		this.path = path;
		this.number = OptionalLong.of(of(path));
		this.key = key(path);
	}

	/// Remembers what a path leads to.
	static Inode remember(Path path) throws IOException {
		return new Inode(path);
	}

	/// One stat(2), with about 750 bytes of garbage.
	static long of(Path path) throws IOException {
		if (Files.getAttribute(path, "unix:ino") instanceof Long inode) {
			return inode;
		}
		throw new IOException("No inode: " + path);
	}

	/// The inode as it was remembered.
	long number() {
		return this.number.orElseThrow();
	}

	/// The inode that the path leads to now; empty if it leads nowhere.
	OptionalLong current() {
		try {
			return key(this.path).equals(this.key) ? this.number : OptionalLong.of(of(this.path));
		}
		catch (IOException ex) {
			return OptionalLong.empty();
		}
	}

	private static Object key(Path path) throws IOException {
		Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
		if (key == null) {
			throw new IOException("No inode: " + path);
		}
		return key;
	}

}
