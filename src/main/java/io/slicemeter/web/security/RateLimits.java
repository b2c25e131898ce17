package io.slicemeter.web.security;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/// A token bucket for each client: it holds `burst` requests and gets `requestsPerSecond`
/// back. The clients heard of last are kept, so many that memory stays bounded; one that
/// falls out finds a full bucket when it returns.
final class RateLimits {

	private static final int CLIENTS = 10_000;

	private static final double NANOS_PER_SECOND = 1e9;

	private final double requestsPerNano;

	private final double burst;

	private final LongSupplier nanoTime;

	private final Map<String, Bucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {

		@Override
		protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
			return size() > CLIENTS;
		}

	};

	RateLimits(int requestsPerSecond, int burst) {
		this(requestsPerSecond, burst, System::nanoTime);
	}

	RateLimits(int requestsPerSecond, int burst, LongSupplier nanoTime) {
		this.requestsPerNano = requestsPerSecond / NANOS_PER_SECOND;
		this.burst = burst;
		this.nanoTime = nanoTime;
	}

	/// Takes one request out of a client's bucket.
	/// @return how long to wait; zero if the request may be made
	synchronized Duration take(String client) {
		long now = this.nanoTime.getAsLong();
		Bucket bucket = this.buckets.get(client);
		double level = (bucket == null) ? this.burst
				: Math.min(this.burst, bucket.level() + (now - bucket.atNanos()) * this.requestsPerNano);
		if (level < 1) {
			this.buckets.put(client, new Bucket(level, now));
			return Duration.ofNanos((long) Math.ceil((1 - level) / this.requestsPerNano));
		}
		this.buckets.put(client, new Bucket(level - 1, now));
		return Duration.ZERO;
	}

	synchronized int clients() {
		return this.buckets.size();
	}

	private record Bucket(double level, long atNanos) {
	}

}
