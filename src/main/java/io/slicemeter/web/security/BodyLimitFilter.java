package io.slicemeter.web.security;

import java.io.IOException;

import io.slicemeter.web.Problem;
import io.slicemeter.web.ProblemType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.springframework.http.HttpHeaders;
import org.springframework.util.unit.DataSize;
import org.springframework.web.filter.OncePerRequestFilter;

/// Refuses bodies that are too large, by what their headers say, before a byte of them is
/// read. One that doesn't say how long it is is refused too: no client of ours needs it.
final class BodyLimitFilter extends OncePerRequestFilter {

	private final DataSize limit;

	private final Refusals refusals;

	BodyLimitFilter(DataSize limit, Refusals refusals) {
		this.limit = limit;
		this.refusals = refusals;
	}

	@Override
	protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
			throws ServletException, IOException {
		boolean unknown = request.getHeader(HttpHeaders.TRANSFER_ENCODING) != null;
		if (!unknown && request.getContentLengthLong() <= this.limit.toBytes()) {
			chain.doFilter(request, response);
			return;
		}
		// what follows on this connection is the rest of that body
		response.setHeader(HttpHeaders.CONNECTION, "close");
		this.refusals.answer(request, response, Problem.of(ProblemType.BODY_TOO_LARGE,
				"A body may have %d bytes, and 'Content-Length' has to say how many".formatted(this.limit.toBytes())));
	}

}
