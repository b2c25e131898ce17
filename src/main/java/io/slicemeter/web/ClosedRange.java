package io.slicemeter.web;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;

import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;

/// Lets clients keep what they were told of a range that is closed: only samples that come
/// late can still change it. The ETag is that of the answer's content, so that it changes
/// when the answer does.
public final class ClosedRange {

	private static final int TAG_BYTES = 16;

	private ClosedRange() {
	}

	/// The answer, with an ETag if its range is closed.
	/// @param body the answer, a record
	/// @param to the end of its range
	/// @param closedBefore before which ranges are closed
	public static <T> ResponseEntity<T> answer(T body, Instant to, Instant closedBefore) {
		if (to.isAfter(closedBefore)) {
			return ResponseEntity.ok(body);
		}
		return ResponseEntity.ok()
			.eTag("W/\"" + tag(body.toString()) + "\"")
			.cacheControl(CacheControl.noCache())
			.header(HttpHeaders.VARY, HttpHeaders.ACCEPT)
			.body(body);
	}

	private static String tag(String content) {
		try {
			byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(StandardCharsets.UTF_8));
			return HexFormat.of().formatHex(digest, 0, TAG_BYTES);
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every Java has SHA-256", ex);
		}
	}

}
