package io.slicemeter.timeseries;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/// Stands between a client and its server, and tears each connection after so many bytes
/// in either direction, also in the midst of a message.
final class CuttingProxy implements AutoCloseable {

	private final ServerSocket listening;

	private final int serverPort;

	private final Random random;

	private final int mostBytes;

	private final AtomicInteger cuts = new AtomicInteger();

	private volatile boolean cutting = true;

	CuttingProxy(int serverPort, int mostBytes, long seed) throws IOException {
		this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
		this.serverPort = serverPort;
		this.mostBytes = mostBytes;
		this.random = new Random(seed);
		Thread.ofVirtual().start(this::accept);
	}

	int port() {
		return this.listening.getLocalPort();
	}

	int cuts() {
		return this.cuts.get();
	}

	/// From now on nothing is torn any more.
	void mend() {
		this.cutting = false;
	}

	private void accept() {
		while (!this.listening.isClosed()) {
			try {
				Socket client = this.listening.accept();
				Socket server = new Socket(InetAddress.getLoopbackAddress(), this.serverPort);
				Connection connection = new Connection(client, server, this.random.nextInt(this.mostBytes));
				Thread.ofVirtual().start(() -> forward(connection, client, server));
				Thread.ofVirtual().start(() -> forward(connection, server, client));
			}
			catch (IOException ex) {
				if (!this.listening.isClosed()) {
					throw new UncheckedIOException(ex);
				}
			}
		}
	}

	private void forward(Connection connection, Socket from, Socket to) {
		byte[] piece = new byte[4096];
		try (InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
			for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
				int left = this.cutting ? connection.take(count) : count;
				out.write(piece, 0, left);
				out.flush();
				if (left < count) {
					this.cuts.incrementAndGet();
					break;
				}
			}
		}
		catch (IOException ex) {
			// the other direction was torn
		}
		finally {
			connection.tear();
		}
	}

	@Override
	public void close() throws IOException {
		this.listening.close();
	}

	/// Both directions of a connection, and how much may pass.
	private static final class Connection {

		private final Socket client;

		private final Socket server;

		private int left;

		Connection(Socket client, Socket server, int left) {
			this.client = client;
			this.server = server;
			this.left = left;
		}

		synchronized int take(int bytes) {
			int taken = Math.min(bytes, this.left);
			this.left -= taken;
			return taken;
		}

		void tear() {
			try {
				this.client.close();
				this.server.close();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}

	}

}
