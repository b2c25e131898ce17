package io.slicemeter.measurement;

import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/// Notes when a response's headers and the parts of its body come, and throws the body
/// away.
final class Arrival implements BodyHandler<Void>, BodySubscriber<Void> {

	private final CompletableFuture<Void> body = new CompletableFuture<>();

	private volatile long headersNanos;

	private volatile boolean headers;

	private volatile long lastNanos;

	/// @param sentNanos when the request was sent, on the monotonic clock
	Arrival(long sentNanos) {
		this.lastNanos = sentNanos;
	}

	boolean hasHeaders() {
		return this.headers;
	}

	long headersNanos() {
		return this.headersNanos;
	}

	/// When something came last.
	long lastNanos() {
		return this.lastNanos;
	}

	/// For how long the body has been coming.
	long bodyNanos() {
		return this.headers ? System.nanoTime() - this.headersNanos : 0;
	}

	@Override
	public BodySubscriber<Void> apply(HttpResponse.ResponseInfo response) {
		long now = System.nanoTime();
		this.headersNanos = now;
		this.lastNanos = now;
		this.headers = true;
		return this;
	}

	@Override
	public CompletionStage<Void> getBody() {
		return this.body;
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		subscription.request(Long.MAX_VALUE);
	}

	@Override
	public void onNext(List<ByteBuffer> part) {
		this.lastNanos = System.nanoTime();
	}

	@Override
	public void onError(Throwable failure) {
		this.body.completeExceptionally(failure);
	}

	@Override
	@SuppressWarnings("NullAway") // nothing is what a body thrown away is
	public void onComplete() {
		this.body.complete(null);
	}

}
