package io.slicemeter.web;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.swagger.v3.core.converter.ModelConverter;
import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.Paths;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.ArraySchema;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.swagger.v3.oas.models.servers.Server;
import io.swagger.v3.oas.models.tags.Tag;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/// The OpenAPI description: what stands above all operations, and the problems that each
/// of them can answer with.
@Configuration(proxyBeanMethods = false)
class ApiDescription {

	private static final String SCHEMA = "Problem";

	private static final String TOKEN = "token";

	private static final String API = "/api/v1/";

	@Bean
	OpenAPI slicemeterApi() {
		return new OpenAPI().info(new Info().title("Slicemeter")
			.version("v1")
			.description("What runner containers and their slices use and used. Times are ISO-8601 in UTC, ranges are "
					+ "half-open, absent is null. Every error is a problem detail (RFC 9457) with a stable `type`. "
					+ "Parameters that are not known are refused."))
			.components(new Components().addSecuritySchemes(TOKEN, new SecurityScheme().type(SecurityScheme.Type.HTTP)
				.scheme("bearer")
				.description("A token of the service's settings, or a JWT of its issuer, with the scope `read`, "
						+ "`measure` (includes `read`) or `admin` (includes both). A service that answers its own "
						+ "machine alone may ask for none.")))
			.servers(List.of(new Server().url("/").description("This service")));
	}

	/// In an order that does not depend on chance.
	@Bean
	@Order(Ordered.LOWEST_PRECEDENCE)
	OpenApiCustomizer order() {
		return (api) -> {
			api.getTags().sort(Comparator.comparing(Tag::getName));
			Paths paths = new Paths();
			new TreeMap<>(api.getPaths()).forEach(paths::addPathItem);
			api.setPaths(paths);
			api.getComponents().setSchemas(new TreeMap<>(api.getComponents().getSchemas()));
		};
	}

	@Bean
	ModelConverter nullness() {
		return new NullnessOfRecords();
	}

	@Bean
	OpenApiCustomizer problems() {
		return (api) -> {
			api.getComponents().addSchemas(SCHEMA, problemSchema());
			api.getPaths().forEach((path, item) -> {
				if (path.startsWith(API)) {
					item.readOperationsMap().forEach((method, operation) -> describe(path, method, operation));
				}
			});
		};
	}

	private static void describe(String path, PathItem.HttpMethod method, Operation operation) {
		String scope = (method == PathItem.HttpMethod.GET) ? "read" : "measure";
		operation.addSecurityItem(new SecurityRequirement().addList(TOKEN, scope));
		for (Map.Entry<ProblemType, String> problem : problemsOf(path, operation).entrySet()) {
			String status = Integer.toString(problem.getKey().status().value());
			operation.getResponses().putIfAbsent(status, response(problem.getValue()));
		}
		ApiResponse answer = operation.getResponses().get("200");
		if (answer != null && method == PathItem.HttpMethod.GET) {
			answer.description("The answer.");
			answer.getContent().forEach((mediaType, content) -> {
				if (mediaType.equals(Table.CSV) || mediaType.equals(Table.NDJSON)) {
					content.schema(new StringSchema().description("The columns as rows; `at` is the first."));
				}
			});
		}
	}

	private static Map<ProblemType, String> problemsOf(String path, Operation operation) {
		List<String> parameters = new ArrayList<>();
		if (operation.getParameters() != null) {
			operation.getParameters().forEach((parameter) -> parameters.add(parameter.getName()));
		}
		Map<ProblemType, String> problems = new LinkedHashMap<>();
		problems.put(ProblemType.INVALID_PARAMETER,
				"A parameter is not known or its value is not allowed; `detail` and `allowed` say what is.");
		if (path.contains("{") || parameters.contains("host")) {
			problems.put(ProblemType.NOT_FOUND, "What is asked for is not known.");
		}
		problems.put(ProblemType.NOT_AUTHENTICATED, "There is no token, or it is not valid.");
		problems.put(ProblemType.MISSING_SCOPE, "The token has not the scope that `scope` names.");
		problems.put(ProblemType.TOO_MANY_REQUESTS,
				"The client makes more requests than it may; `Retry-After` says when to try again.");
		problems.put(ProblemType.NOT_ACCEPTABLE, "None of the accepted media types is offered.");
		if (path.startsWith(API + "runners/{")) {
			problems.put(ProblemType.AMBIGUOUS_RUNNER,
					"The runner exists on several hosts, which `hosts` names; say which with `host`.");
		}
		if (path.startsWith(API + "measurements")) {
			describeMeasurements(problems, operation);
		}
		if (parameters.contains("step")) {
			problems.put(ProblemType.TOO_MANY_POINTS,
					"The step gives more than 11,000 points; `smallestStep` is the smallest allowed.");
		}
		problems.put(ProblemType.INTERNAL_ERROR, "The service failed.");
		problems.put(ProblemType.DATABASE_UNAVAILABLE, path.equals(API + "stream")
				? "The stream takes no further client now, or the database does not answer; `Retry-After` says when to try again."
				: "The database does not answer; `Retry-After` says when to try again.");
		return problems;
	}

	private static void describeMeasurements(Map<ProblemType, String> problems, Operation operation) {
		if (operation.getRequestBody() != null) {
			problems.put(ProblemType.TOO_MANY_MEASUREMENTS, "As many measurements run or are stored as may.");
			problems.put(ProblemType.TARGET_NOT_ALLOWED,
					"Load may not be sent there, the interval is no multiple of the agents', more runners are meant than "
							+ "may be, or the database takes no writes; `detail` and `allowed` say what is.");
		}
		else if ("stopMeasurement".equals(operation.getOperationId())
				|| "deleteMeasurement".equals(operation.getOperationId())) {
			problems.put(ProblemType.MEASUREMENT_OVER, "It is over already, or still runs; `state` says which.");
		}
	}

	private static ApiResponse response(String description) {
		return new ApiResponse().description(description)
			.content(new Content().addMediaType("application/problem+json",
					new MediaType().schema(new Schema<>().$ref("#/components/schemas/" + SCHEMA))));
	}

	private static Schema<?> problemSchema() {
		Schema<?> type = new StringSchema().description("The kind of problem; stable.");
		for (ProblemType each : ProblemType.values()) {
			((StringSchema) type).addEnumItem(each.uri().toString());
		}
		Schema<?> schema = new ObjectSchema()
			.description("A problem detail (RFC 9457). Further members say the same as `detail` to programs.");
		schema.addProperty("type", type);
		schema.addProperty("title", new StringSchema().description("What the kind of problem is."));
		schema.addProperty("status", new IntegerSchema().description("The HTTP status."));
		schema.addProperty("detail", new StringSchema().description("What is wrong, and what is allowed."));
		schema.addProperty("instance", new StringSchema().description("The path that was asked."));
		schema.addProperty("parameter", new StringSchema().description("The parameter that is wrong."));
		schema.addProperty("allowed", new ArraySchema().items(new StringSchema())
			.description("The values, forms or names that are allowed."));
		schema.additionalProperties(true);
		return schema;
	}

}
