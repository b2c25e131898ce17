import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Objects;

/// Exits with 0 if a Slicemeter answers 200: the image has no curl. Without an argument it
/// asks the one in its own container whether it lives.
final class Health {

	private static final int MILLIS = 4_000;

	private Health() {
	}

	public static void main(String[] arguments) throws IOException {
		String port = Objects.requireNonNullElse(System.getenv("SERVER_PORT"), "8080");
		String url = (arguments.length > 0) ? arguments[0] : "http://127.0.0.1:" + port + "/livez";
		HttpURLConnection connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
		connection.setConnectTimeout(MILLIS);
		connection.setReadTimeout(MILLIS);
		System.exit((connection.getResponseCode() == 200) ? 0 : 1);
	}

}
