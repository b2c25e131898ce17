package io.slicemeter.web;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.web.HttpMediaTypeException;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.HttpMediaTypeNotSupportedException;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/// Turns every exception into a problem detail with a stable `type`; nothing of the
/// inside shows.
@RestControllerAdvice
class ProblemAdvice extends ResponseEntityExceptionHandler {

	private static final Logger log = LoggerFactory.getLogger(ProblemAdvice.class);

	private static final String RETRY_AFTER_SECONDS = "5";

	@ExceptionHandler({ CannotCreateTransactionException.class, DataAccessResourceFailureException.class,
			QueryTimeoutException.class, TransientDataAccessException.class })
	@Nullable ResponseEntity<Object> databaseUnavailable(Exception ex, WebRequest request) {
		log.warn("The database can't be asked: {}", String.valueOf(ex.getMessage()).lines().findFirst().orElse(""));
		HttpHeaders headers = new HttpHeaders();
		headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
		return answer(ex, ProblemType.DATABASE_UNAVAILABLE,
				"The database does not answer; try again in " + RETRY_AFTER_SECONDS + " s", headers, request);
	}

	/// The server reads parameters when they are first asked for, and so does the
	/// firewall
	/// in front of them, which refuses control characters in their names.
	@ExceptionHandler({ InvalidParameterException.class, RequestRejectedException.class })
	@Nullable ResponseEntity<Object> unreadableParameters(RuntimeException ex, WebRequest request) {
		return answer(ex, ProblemType.MALFORMED_REQUEST,
				"The query can't be read: parameters are UTF-8, with % before two hexadecimal digits",
				new HttpHeaders(), request);
	}

	@ExceptionHandler(Exception.class)
	@Nullable ResponseEntity<Object> unexpected(Exception ex, WebRequest request) {
		log.error("A request failed: {}", request.getDescription(false), ex);
		return answer(ex, ProblemType.INTERNAL_ERROR, "The service failed to answer; its log says why",
				new HttpHeaders(), request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleNoResourceFoundException(NoResourceFoundException ex,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return answer(ex, ProblemType.NOT_FOUND, "There is nothing at '/%s'; /v3/api-docs lists what there is"
			.formatted(Problem.shown(ex.getResourcePath())), headers, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleHttpRequestMethodNotSupported(
			HttpRequestMethodNotSupportedException ex, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		Set<HttpMethod> methods = new TreeSet<>(Objects.requireNonNullElse(ex.getSupportedHttpMethods(), Set.of()));
		if (methods.contains(HttpMethod.GET)) {
			methods.add(HttpMethod.HEAD);
		}
		headers.setAllow(methods);
		List<String> allowed = methods.stream().map(HttpMethod::name).toList();
		ProblemDetail body = Problem.body(ProblemType.METHOD_NOT_ALLOWED, "%s is not allowed here; allowed are %s"
			.formatted(Problem.shown(ex.getMethod()), String.join(", ", allowed)));
		body.setProperty("allowed", allowed);
		return handleExceptionInternal(ex, body, headers, status, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotAcceptable(HttpMediaTypeNotAcceptableException ex,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return mediaTypes(ex, ProblemType.NOT_ACCEPTABLE, "None of the media types in 'Accept' is offered here",
				headers, request);
	}

	@Override
	protected @Nullable ResponseEntity<Object> handleHttpMediaTypeNotSupported(HttpMediaTypeNotSupportedException ex,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		return mediaTypes(ex, ProblemType.UNSUPPORTED_MEDIA_TYPE, "The media type of the body is not taken here",
				headers, request);
	}

	/// What Spring itself found wrong: its own text tells it well, only the type is
	/// missing. The media type is said here, so that no `Accept` keeps a problem from
	/// being told.
	@Override
	protected @Nullable ResponseEntity<Object> handleExceptionInternal(Exception ex, @Nullable Object body,
			HttpHeaders headers, HttpStatusCode status, WebRequest request) {
		ResponseEntity<Object> response = super.handleExceptionInternal(ex, body, headers, status, request);
		if (response == null || !(response.getBody() instanceof ProblemDetail problem)) {
			return response;
		}
		if (!hasOwnType(problem)) {
			ProblemType type = status.is5xxServerError() ? ProblemType.INTERNAL_ERROR : ofStatus(status);
			problem.setType(type.uri());
			problem.setTitle(type.title());
		}
		return ResponseEntity.status(response.getStatusCode())
			.headers(response.getHeaders())
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.body(problem);
	}

	private @Nullable ResponseEntity<Object> mediaTypes(HttpMediaTypeException ex, ProblemType type, String detail,
			HttpHeaders headers, WebRequest request) {
		List<String> allowed = ex.getSupportedMediaTypes().stream().map(MediaType::toString).distinct().toList();
		ProblemDetail body = Problem.body(type,
				detail + (allowed.isEmpty() ? "" : "; allowed are " + String.join(", ", allowed)));
		body.setProperty("allowed", allowed);
		return handleExceptionInternal(ex, body, headers, type.status(), request);
	}

	private @Nullable ResponseEntity<Object> answer(Exception ex, ProblemType type, String detail, HttpHeaders headers,
			WebRequest request) {
		return handleExceptionInternal(ex, Problem.body(type, detail), headers, type.status(), request);
	}

	private static boolean hasOwnType(ProblemDetail problem) {
		return problem.getType() != null && problem.getType().getPath() != null
				&& problem.getType().getPath().startsWith("/problems/");
	}

	static ProblemType ofStatus(HttpStatusCode status) {
		return switch (status.value()) {
			case 401 -> ProblemType.NOT_AUTHENTICATED;
			case 403 -> ProblemType.MISSING_SCOPE;
			case 404 -> ProblemType.NOT_FOUND;
			case 405 -> ProblemType.METHOD_NOT_ALLOWED;
			case 406 -> ProblemType.NOT_ACCEPTABLE;
			case 413 -> ProblemType.BODY_TOO_LARGE;
			case 415 -> ProblemType.UNSUPPORTED_MEDIA_TYPE;
			case 429 -> ProblemType.TOO_MANY_REQUESTS;
			case 503 -> ProblemType.DATABASE_UNAVAILABLE;
			default -> status.is5xxServerError() ? ProblemType.INTERNAL_ERROR : ProblemType.MALFORMED_REQUEST;
		};
	}

}
