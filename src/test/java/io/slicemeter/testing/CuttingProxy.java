package io.slicemeter.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.LongSupplier;

/// A TCP proxy that cuts connections in their midst.
public final class CuttingProxy implements AutoCloseable {

	private final ServerSocket server;

	private final int target;

	private final LongSupplier bytesToCutAfter;

	/// @param target the port on this machine that it leads to
	/// @param bytesToCutAfter asked for each connection: after so many bytes towards the
	/// target it is cut
	public CuttingProxy(int target, LongSupplier bytesToCutAfter) {
		this.target = target;
		this.bytesToCutAfter = bytesToCutAfter;
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Thread.ofVirtual().start(this::accept);
	}

	public int port() {
		return this.server.getLocalPort();
	}

	private void accept() {
		try {
			while (true) {
				Socket client = this.server.accept();
				Socket connected = new Socket(InetAddress.getLoopbackAddress(), this.target);
				long bytes = this.bytesToCutAfter.getAsLong();
				Thread.ofVirtual().start(() -> pump(client, connected, bytes));
				Thread.ofVirtual().start(() -> pump(connected, client, Long.MAX_VALUE));
			}
		}
		catch (IOException ex) {
			// closed
		}
	}

	private static void pump(Socket from, Socket to, long bytes) {
		try (from; to) {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			byte[] buffer = new byte[8192];
			long left = bytes;
			int read;
			while (left > 0 && (read = in.read(buffer, 0, (int) Math.min(buffer.length, left))) >= 0) {
				out.write(buffer, 0, read);
				left -= read;
			}
		}
		catch (IOException ex) {
			// the other end is gone, which is what this is for
		}
	}

	@Override
	public void close() throws IOException {
		this.server.close();
	}

}
