package io.slicemeter.measurement;

/// Sends one request and waits for its response. A seam: load is tested without a network.
interface Sender {

	/// @param message the letters that it carries
	Sent send(String message) throws InterruptedException;

}
