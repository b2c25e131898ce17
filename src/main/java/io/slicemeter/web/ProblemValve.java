package io.slicemeter.web;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ErrorReportValve;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import tools.jackson.databind.json.JsonMapper;

/// What the server itself refuses, before Spring MVC has the request, is a problem detail
/// too: a path that leaves the root or holds a NUL, for example. Public since Tomcat
/// makes it by its name.
public final class ProblemValve extends ErrorReportValve {

	@Override
	protected void report(Request request, Response response, @Nullable Throwable throwable) {
		if (response.getStatus() < 400 || response.getContentWritten() > 0 || !response.setErrorReported()) {
			return;
		}
		HttpStatusCode status = HttpStatusCode.valueOf(response.getStatus());
		HttpStatus known = HttpStatus.resolve(status.value());
		ProblemDetail body = Problem.body(ProblemAdvice.ofStatus(status),
				(known == HttpStatus.BAD_REQUEST) ? "The server can't read the request"
						: (known != null) ? known.getReasonPhrase() : "Error " + status.value());
		body.setStatus(status.value());
		try {
			response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
			response.getOutputStream()
				.write(JsonMapper.shared().writeValueAsString(body).getBytes(StandardCharsets.UTF_8));
			response.finishResponse();
		}
		catch (IOException | IllegalStateException ex) {
			// the client has gone, or the answer has begun: there is nobody to tell
		}
	}

}
