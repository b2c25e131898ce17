package io.slicemeter.runner;

import java.util.List;
import java.util.Optional;
import java.util.ArrayList;
import java.util.regex.Pattern;

/// The name of a slice: a systemd slice such as `ci-runners.slice`, or the name of a
/// parent directory with the cgroupfs driver (`docker`).
///
/// A systemd slice's name tells where it lies: `a-b.slice` is inside `a.slice`.
public record SliceName(String value) {

	private static final String SUFFIX = ".slice";

	private static final Pattern FORM = Pattern.compile("[A-Za-z0-9:_.\\\\@-]{1,255}");

	public SliceName {
		if (!FORM.matcher(value).matches() || value.startsWith(".")) {
			throw new IllegalArgumentException("Not the name of a slice: '" + value
					+ "' (1 to 255 characters of A-Z a-z 0-9 : _ . \\ @ -, not beginning with a dot)");
		}
		if (value.endsWith(SUFFIX)) {
			String stem = value.substring(0, value.length() - SUFFIX.length());
			if (!stem.equals("-")
					&& (stem.isEmpty() || stem.startsWith("-") || stem.endsWith("-") || stem.contains("--"))) {
				throw new IllegalArgumentException("Not the name of a systemd slice: '" + value
						+ "' (dashes part the names of nested slices, as in ci-runners.slice)");
			}
		}
	}

	/// A systemd slice, whose `.slice` may be left out.
	public static SliceName ofSystemd(String name) {
		return new SliceName(name.endsWith(SUFFIX) ? name : name + SUFFIX);
	}

	/// Whether a text is the name of a slice.
	public static boolean isValid(String text) {
		try {
			return new SliceName(text).value().equals(text);
		}
		catch (IllegalArgumentException ex) {
			return false;
		}
	}

	/// Whether services of the host run in it too, beside runners.
	public boolean holdsServices() {
		return isRoot() || this.value.equals("system.slice");
	}

	public boolean isSystemd() {
		return this.value.endsWith(SUFFIX);
	}

	/// Whether the other slice is this one or lies inside it.
	public boolean contains(SliceName other) {
		if (equals(other) || isRoot()) {
			return true;
		}
		return isSystemd() && other.isSystemd() && other.value.startsWith(stem() + "-");
	}

	/// The slice that this one is nested in; empty if it lies at the top.
	public Optional<SliceName> parent() {
		List<String> directories = directories();
		return (directories.size() < 2) ? Optional.empty()
				: Optional.of(new SliceName(directories.get(directories.size() - 2)));
	}

	/// The directories from the cgroup root down to this slice: `a.slice`, `a-b.slice`
	/// for `a-b.slice`; none for the root slice `-.slice`.
	public List<String> directories() {
		if (isRoot()) {
			return List.of();
		}
		if (!isSystemd()) {
			return List.of(this.value);
		}
		List<String> directories = new ArrayList<>();
		String stem = stem();
		for (int dash = stem.indexOf('-'); dash >= 0; dash = stem.indexOf('-', dash + 1)) {
			directories.add(stem.substring(0, dash) + SUFFIX);
		}
		directories.add(this.value);
		return List.copyOf(directories);
	}

	/// The ID that keys the slice's samples: the first 8 bytes of the SHA-256 of its
	/// name.
	public long id() {
		return Identity.of(this.value);
	}

	boolean isRoot() {
		return this.value.equals("-.slice");
	}

	String stem() {
		return this.value.substring(0, this.value.length() - SUFFIX.length());
	}

	@Override
	public String toString() {
		return this.value;
	}

}
