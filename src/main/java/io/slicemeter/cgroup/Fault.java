package io.slicemeter.cgroup;

import java.util.Locale;

/// What can be wrong with a kernel file. Each costs values, never a sample.
public enum Fault {

	/// A value that is no unsigned 64-bit number, or a line that is cut or of no known
	/// form. Costs that value.
	MALFORMED,
	/// A counter above 2^63-1, which no column can hold. Costs that value.
	TOO_LARGE,
	/// A file without the key that it always has. Costs all values of the file.
	MISSING_KEY,
	/// A file that is there but can't be read (rights, I/O error). Costs all values of
	/// the file.
	UNREADABLE;

	/// As it is shown in logs and metric tags, e.g. `missing-key`.
	public String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
