package io.slicemeter.runner;

/// The ID of a host: the first 8 bytes of the SHA-256 of its name.
public record HostId(long value) {

	/// The ID of the host of this name.
	public static HostId of(String hostName) {
		return new HostId(Identity.of(hostName));
	}

	@Override
	public String toString() {
		return "%016x".formatted(this.value);
	}

}
