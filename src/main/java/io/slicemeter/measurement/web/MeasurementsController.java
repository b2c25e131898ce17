package io.slicemeter.measurement.web;

import java.net.URI;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

import io.slicemeter.measurement.Measurement;
import io.slicemeter.measurement.MeasurementProperties;
import io.slicemeter.measurement.Measurements;
import io.slicemeter.measurement.Measurements.Place;
import io.slicemeter.web.Cursor;
import io.slicemeter.web.Problem;
import io.slicemeter.web.RowStream;
import io.slicemeter.web.Table;
import io.slicemeter.web.WholeNumber;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.JsonNode;

/// The REST of measurements.
@RestController
@RequestMapping(path = "/api/v1/measurements", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "measurements", description = "Load on an endpoint, and what runners use meanwhile.")
class MeasurementsController {

	private static final String ID = "The measurement's ID, as `id` shows it.";

	private static final Pattern UUID_FORM = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

	private static final int USUAL_LIMIT = 100;

	private static final int LARGEST_LIMIT = 1000;

	private static final int LARGEST_REQUESTS = 10_000_000;

	private final Measurements measurements;

	private final MeasurementProperties properties;

	MeasurementsController(Measurements measurements, MeasurementProperties properties) {
		this.measurements = measurements;
		this.properties = properties;
	}

	@PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
	@Operation(operationId = "startMeasurement", summary = "Starts a measurement",
			description = "Requests are sent until it is stopped, its duration is over, or as many are sent as may. Targets "
					+ "have to be allowed by `slicemeter.measurement.allowed-targets`; redirects are not followed.",
			requestBody = @io.swagger.v3.oas.annotations.parameters.RequestBody(required = true,
					content = @Content(mediaType = MediaType.APPLICATION_JSON_VALUE,
							schema = @Schema(implementation = MeasurementRequest.class))))
	@ApiResponse(responseCode = "201", description = "It runs.",
			content = @Content(schema = @Schema(implementation = MeasurementItem.class)))
	ResponseEntity<MeasurementItem> start(@RequestBody JsonNode body) {
		Measurement measurement = this.measurements.start(MeasurementBody.plan(body, this.properties));
		return ResponseEntity.created(URI.create("/api/v1/measurements/" + measurement.id()))
			.body(MeasurementItem.of(measurement));
	}

	@PostMapping("/{id}/stop")
	@Operation(operationId = "stopMeasurement", summary = "Stops a measurement",
			description = "Nothing more is sent; the answer comes when the last request is over, after 12 s at most.")
	MeasurementDetail stop(@Parameter(description = ID) @PathVariable String id) {
		return detail(this.measurements.stop(id(id)));
	}

	@GetMapping
	@Operation(operationId = "listMeasurements", summary = "The measurements, newest first, in pages")
	MeasurementPage list(
			@Parameter(description = "How many at most.",
					schema = @Schema(type = "integer", minimum = "1", maximum = "1000",
							defaultValue = "100")) @RequestParam(required = false) @Nullable String limit,
			@Parameter(description = "The `next` of the page before.") @RequestParam(
					required = false) @Nullable String after) {
		int most = WholeNumber.parse("limit", limit, USUAL_LIMIT, 1, LARGEST_LIMIT);
		List<Measurement> found = this.measurements.page(place(after), most + 1);
		List<Measurement> page = found.subList(0, Math.min(most, found.size()));
		String next = (found.size() > most)
				? Cursor.encode(page.getLast().createdAt().toString(), page.getLast().id().toString()) : null;
		return new MeasurementPage(page.stream().map(MeasurementItem::of).toList(), next);
	}

	@GetMapping("/{id}")
	@Operation(operationId = "getMeasurement", summary = "A measurement and what came of it so far")
	MeasurementDetail measurement(@Parameter(description = ID) @PathVariable String id) {
		return detail(find(id));
	}

	@DeleteMapping("/{id}")
	@Operation(operationId = "deleteMeasurement", summary = "Deletes a measurement that is over, with its requests")
	@ApiResponse(responseCode = "204", description = "It is gone.")
	ResponseEntity<Void> delete(@Parameter(description = ID) @PathVariable String id) {
		this.measurements.delete(id(id));
		return ResponseEntity.noContent().build();
	}

	@GetMapping(path = "/{id}/latencies", produces = { MediaType.APPLICATION_JSON_VALUE, Table.CSV, Table.NDJSON })
	@Operation(operationId = "getMeasurementLatencies",
			summary = "Each request of a measurement, in the order of sending",
			description = "They are kept as long as samples are.")
	@ApiResponse(responseCode = "200",
			content = {
					@Content(mediaType = MediaType.APPLICATION_JSON_VALUE,
							schema = @Schema(implementation = RequestPage.class)),
					@Content(mediaType = Table.CSV), @Content(mediaType = Table.NDJSON) })
	RowStream latencies(@Parameter(description = ID) @PathVariable String id,
			@Parameter(description = "Only requests with a larger ID.",
					schema = @Schema(type = "integer")) @RequestParam(required = false) @Nullable String after,
			@Parameter(description = "How many at most; without it all.",
					schema = @Schema(type = "integer")) @RequestParam(required = false) @Nullable String limit) {
		return new RequestRows(this.measurements, find(id), WholeNumber.parse("after", after, -1, 0, LARGEST_REQUESTS),
				WholeNumber.parse("limit", limit, LARGEST_REQUESTS, 1, LARGEST_REQUESTS));
	}

	@GetMapping(path = "/{id}/usage", produces = { MediaType.APPLICATION_JSON_VALUE, Table.CSV, Table.NDJSON })
	@Operation(operationId = "getMeasurementUsage", summary = "Each usage point of a measurement, runner by runner",
			description = "They are made from samples, and are there as long as these are.")
	@ApiResponse(responseCode = "200",
			content = {
					@Content(mediaType = MediaType.APPLICATION_JSON_VALUE,
							schema = @Schema(implementation = PointPage.class)),
					@Content(mediaType = Table.CSV), @Content(mediaType = Table.NDJSON) })
	RowStream usage(@Parameter(description = ID) @PathVariable String id) {
		return new UsageRows(this.measurements, find(id));
	}

	@GetMapping("/compare")
	@Operation(operationId = "compareMeasurements", summary = "How two measurements differ",
			description = "Differences of their figures, and whether their latencies differ by more than chance (Mann-Whitney U, two-sided).")
	MeasurementComparison compare(
			@Parameter(description = "The ID of the one.",
					required = true) @RequestParam(required = false) @Nullable String a,
			@Parameter(description = "The ID of the other.",
					required = true) @RequestParam(required = false) @Nullable String b) {
		Measurement one = find(given("a", a));
		Measurement other = find(given("b", b));
		return MeasurementComparison.of(one, other, this.measurements.compare(one, other));
	}

	private static String given(String name, @Nullable String value) {
		if (value == null) {
			throw Problem.invalidParameter(name, "'%s' is missing; it is the ID of a measurement".formatted(name),
					"the ID of a measurement");
		}
		return value;
	}

	private MeasurementDetail detail(Measurement measurement) {
		return MeasurementDetail.of(measurement, this.measurements.usage(measurement));
	}

	private Measurement find(String id) {
		return this.measurements.find(id(id));
	}

	private static UUID id(String text) {
		if (!UUID_FORM.matcher(text).matches()) {
			throw Measurements.unknown(text);
		}
		return UUID.fromString(text);
	}

	private static @Nullable Place place(@Nullable String after) {
		if (after == null) {
			return null;
		}
		return Cursor.decode(after, 2)
			.flatMap((keys) -> place(keys.getFirst(), keys.getLast()))
			.orElseThrow(() -> Cursor.malformed("after", after));
	}

	private static Optional<Place> place(String createdAt, String id) {
		try {
			return UUID_FORM.matcher(id).matches()
					? Optional.of(new Place(Instant.parse(createdAt), UUID.fromString(id))) : Optional.empty();
		}
		catch (DateTimeException ex) {
			return Optional.empty();
		}
	}

}
