package io.slicemeter.web;

import java.net.URI;
import java.util.Locale;

import org.springframework.http.HttpStatus;

/// The kinds of problems that clients can tell apart by `type`. The names are part of the
/// API: none is ever changed.
public enum ProblemType {

	/// A parameter has a value that is not allowed.
	INVALID_PARAMETER(HttpStatus.BAD_REQUEST, "A parameter has a value that is not allowed"),
	/// There is no parameter of that name.
	UNKNOWN_PARAMETER(HttpStatus.BAD_REQUEST, "There is no such parameter"),
	/// A parameter was given more than once that takes one value.
	REPEATED_PARAMETER(HttpStatus.BAD_REQUEST, "A parameter was given more than once"),
	/// A time has neither `Z` nor an offset.
	TIME_WITHOUT_ZONE(HttpStatus.BAD_REQUEST, "A time has no zone"),
	/// A range does not end after its beginning.
	INVALID_RANGE(HttpStatus.BAD_REQUEST, "The range does not end after its beginning"),
	/// There is no metric of that name.
	UNKNOWN_METRIC(HttpStatus.BAD_REQUEST, "There is no such metric"),
	/// The request can't be read.
	MALFORMED_REQUEST(HttpStatus.BAD_REQUEST, "The request can't be read"),
	/// The request bears no token that is valid here.
	NOT_AUTHENTICATED(HttpStatus.UNAUTHORIZED, "The request bears no valid token"),
	/// The token has not the scope that the request needs.
	MISSING_SCOPE(HttpStatus.FORBIDDEN, "The token has not the scope that this needs"),
	/// There is no runner of that name.
	UNKNOWN_RUNNER(HttpStatus.NOT_FOUND, "There is no such runner"),
	/// There is no run of that ID.
	UNKNOWN_RUN(HttpStatus.NOT_FOUND, "There is no such run"),
	/// There is no slice of that name.
	UNKNOWN_SLICE(HttpStatus.NOT_FOUND, "There is no such slice"),
	/// There is no host of that name.
	UNKNOWN_HOST(HttpStatus.NOT_FOUND, "There is no such host"),
	/// There is no measurement of that ID.
	UNKNOWN_MEASUREMENT(HttpStatus.NOT_FOUND, "There is no such measurement"),
	/// There is nothing at that path.
	NOT_FOUND(HttpStatus.NOT_FOUND, "There is nothing at this path"),
	/// The path does not take that method.
	METHOD_NOT_ALLOWED(HttpStatus.METHOD_NOT_ALLOWED, "The path does not take this method"),
	/// The answer can't be given in any of the media types that are accepted.
	NOT_ACCEPTABLE(HttpStatus.NOT_ACCEPTABLE, "The answer can't be given in this media type"),
	/// A runner of that name exists on several hosts.
	AMBIGUOUS_RUNNER(HttpStatus.CONFLICT, "The runner exists on several hosts"),
	/// The measurement does not run any more.
	MEASUREMENT_OVER(HttpStatus.CONFLICT, "The measurement is over or ending"),
	/// The measurement still runs.
	MEASUREMENT_RUNNING(HttpStatus.CONFLICT, "The measurement still runs"),
	/// As many measurements run or are stored as may.
	TOO_MANY_MEASUREMENTS(HttpStatus.CONFLICT, "There are too many measurements"),
	/// The request's body has a media type that is not taken.
	UNSUPPORTED_MEDIA_TYPE(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body has a media type that is not taken"),
	/// The request's body is too large.
	BODY_TOO_LARGE(HttpStatus.CONTENT_TOO_LARGE, "The body is too large"),
	/// A client makes more requests than it may.
	TOO_MANY_REQUESTS(HttpStatus.TOO_MANY_REQUESTS, "There are too many requests"),
	/// The step is too small for the range.
	TOO_MANY_POINTS(HttpStatus.UNPROCESSABLE_CONTENT, "The answer would have too many points"),
	/// The live stream takes no further client now.
	STREAM_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The stream takes no further client now"),
	/// Load may not be sent there.
	TARGET_NOT_ALLOWED(HttpStatus.UNPROCESSABLE_CONTENT, "Load may not be sent to this target"),
	/// Runners are not sampled at such an interval.
	INTERVAL_NOT_SERVABLE(HttpStatus.UNPROCESSABLE_CONTENT, "The interval is no multiple of the agents'"),
	/// More runners are meant than one measurement may look at.
	TOO_MANY_RUNNERS(HttpStatus.UNPROCESSABLE_CONTENT, "There are too many runners"),
	/// Nothing can be kept in the database that this service asks.
	READ_ONLY_DATABASE(HttpStatus.UNPROCESSABLE_CONTENT, "The database takes no writes"),
	/// Something went wrong that is no fault of the client.
	INTERNAL_ERROR(HttpStatus.INTERNAL_SERVER_ERROR, "The service failed"),
	/// The database can't be asked now.
	DATABASE_UNAVAILABLE(HttpStatus.SERVICE_UNAVAILABLE, "The database can't be asked now");

	private final HttpStatus status;

	private final String title;

	private final URI uri;

	ProblemType(HttpStatus status, String title) {
		this.status = status;
		this.title = title;
		this.uri = URI.create("/problems/" + name().toLowerCase(Locale.ROOT).replace('_', '-'));
	}

	public HttpStatus status() {
		return this.status;
	}

	public String title() {
		return this.title;
	}

	/// As it stands in `type`.
	public URI uri() {
		return this.uri;
	}

}
