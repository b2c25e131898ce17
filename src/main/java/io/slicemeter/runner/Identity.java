package io.slicemeter.runner;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Makes the IDs of hosts, slices and runs: the first 8 bytes of a SHA-256, so that an
/// agent needs no answer from the database to name what it meters.
final class Identity {

	private Identity() {
	}

	/// The ID of some parts in their order.
	static long of(String... parts) {
		try {
			MessageDigest digest = MessageDigest.getInstance("SHA-256");
			for (int index = 0; index < parts.length; index++) {
				if (index > 0) {
					digest.update((byte) 0);
				}
				digest.update(parts[index].getBytes(StandardCharsets.UTF_8));
			}
			return ByteBuffer.wrap(digest.digest()).getLong();
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java platform has SHA-256", ex);
		}
	}

}
