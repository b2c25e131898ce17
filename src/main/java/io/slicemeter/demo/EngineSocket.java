package io.slicemeter.demo;

import java.nio.file.Path;

import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;

/// Serves a [SimulatedEngine] on a unix socket, as a real one is. With a Tomcat of its
/// own, since the JDK's HTTP server knows no such sockets.
final class EngineSocket {

	private final Path directory;

	private final Path socket;

	private final EngineServlet servlet;

	private final Tomcat tomcat = new Tomcat();

	private boolean started;

	/// @param directory for Tomcat's own use
	EngineSocket(SimulatedEngine engine, Path directory, Path socket) {
		this.directory = directory;
		this.socket = socket;
		this.servlet = new EngineServlet(engine);
	}

	/// Listens from here on.
	void start() {
		this.tomcat.setBaseDir(this.directory.toString());
		this.tomcat.getEngine().setName("slicemeter-demo");
		Connector connector = new Connector();
		connector.setProperty("unixDomainSocketPath", this.socket.toString());
		connector.setProperty("unixDomainSocketPathPermissions", "rw-------");
		// a client that comes back while its old stream was not missed yet needs another
		connector.setProperty("maxThreads", "100");
		connector.setProperty("minSpareThreads", "2");
		connector.setProperty("maxKeepAliveRequests", "-1");
		this.tomcat.setConnector(connector);
		Context context = this.tomcat.addContext("", null);
		context.setParentClassLoader(EngineSocket.class.getClassLoader());
		if (context instanceof StandardContext standard) {
			// it shares all with the rest of the process: there is nothing to clear
			standard.setClearReferencesThreadLocals(false);
			standard.setClearReferencesRmiTargets(false);
		}
		Tomcat.addServlet(context, "engine", this.servlet);
		context.addServletMappingDecoded("/", "engine");
		try {
			this.tomcat.start();
		}
		catch (LifecycleException ex) {
			throw new IllegalStateException("The simulated Engine can't listen at " + this.socket, ex);
		}
		if (connector.getState() != org.apache.catalina.LifecycleState.STARTED) {
			throw new IllegalStateException("The simulated Engine can't listen at " + this.socket);
		}
		this.started = true;
	}

	/// Ends all streams, listens no longer, and takes the socket away.
	void stop() {
		this.servlet.stop();
		if (!this.started) {
			return;
		}
		this.started = false;
		try {
			this.tomcat.stop();
			this.tomcat.destroy();
		}
		catch (LifecycleException ex) {
			throw new IllegalStateException("The simulated Engine does not stop", ex);
		}
	}

}
