package io.slicemeter.web;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import io.swagger.v3.oas.annotations.Hidden;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriComponentsBuilder;

/// What fails before or after Spring MVC has the request is a problem detail too.
@Hidden
@RestController
class ProblemErrors implements ErrorController {

	@RequestMapping("/error")
	ResponseEntity<ProblemDetail> error(HttpServletRequest request) {
		HttpStatus status = status(request);
		ProblemDetail body = Problem.body(ProblemAdvice.ofStatus(status), status.getReasonPhrase());
		body.setStatus(status);
		if (request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI) instanceof String path) {
			body.setInstance(UriComponentsBuilder.newInstance().path(Problem.shown(path)).build().encode().toUri());
		}
		return ResponseEntity.status(status).contentType(MediaType.APPLICATION_PROBLEM_JSON).body(body);
	}

	/// Who calls the path itself finds nothing there.
	private static HttpStatus status(HttpServletRequest request) {
		if (request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code) {
			HttpStatus status = HttpStatus.resolve(code);
			return (status != null) ? status : HttpStatus.INTERNAL_SERVER_ERROR;
		}
		return HttpStatus.NOT_FOUND;
	}

}
