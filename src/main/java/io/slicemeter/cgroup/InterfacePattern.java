package io.slicemeter.cgroup;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/// Which network interfaces are a runner's own, as globs: `*` stands for any text, `?`
/// for one character.
///
/// @param globs the globs, of which one has to match, e.g. `eth*`
public record InterfacePattern(List<String> globs) {

	private static final Pattern FORM = Pattern.compile("[!-~&&[^/:]]{1,15}");

	public InterfacePattern {
		globs = List.copyOf(globs);
		if (globs.isEmpty()) {
			throw new IllegalArgumentException("At least one interface has to be named, e.g. eth*");
		}
		for (String glob : globs) {
			if (!FORM.matcher(glob).matches()) {
				throw new IllegalArgumentException("Not the glob of an interface: '" + glob
						+ "' (1 to 15 printable characters without '/' and ':'; * for any text, ? for one character)");
			}
		}
	}

	public static InterfacePattern of(String... globs) {
		return new InterfacePattern(List.of(globs));
	}

	/// Whether an interface of this name is the runner's own.
	public boolean matches(String name) {
		byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
		return matches(bytes, 0, bytes.length);
	}

	boolean matches(byte[] name, int from, int to) {
		for (int index = 0; index < this.globs.size(); index++) {
			if (matches(this.globs.get(index), name, from, to)) {
				return true;
			}
		}
		return false;
	}

	/// Goes back to the last `*` where the text behind it does not fit; needs no other
	/// memory than that place.
	private static boolean matches(String glob, byte[] name, int from, int to) {
		int inGlob = 0;
		int inName = from;
		int starInGlob = -1;
		int starInName = from;
		while (inName < to) {
			if (inGlob < glob.length() && glob.charAt(inGlob) == '*') {
				starInGlob = inGlob++;
				starInName = inName;
				continue;
			}
			if (inGlob < glob.length() && (glob.charAt(inGlob) == '?' || glob.charAt(inGlob) == name[inName])) {
				inGlob++;
				inName++;
				continue;
			}
			if (starInGlob < 0) {
				return false;
			}
			inGlob = starInGlob + 1;
			inName = ++starInName;
		}
		while (inGlob < glob.length() && glob.charAt(inGlob) == '*') {
			inGlob++;
		}
		return inGlob == glob.length();
	}

}
