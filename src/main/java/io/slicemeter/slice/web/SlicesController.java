package io.slicemeter.slice.web;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

import io.slicemeter.runner.Catalogue;
import io.slicemeter.runner.CataloguedHost;
import io.slicemeter.runner.CataloguedSlice;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.SliceName;
import io.slicemeter.slice.Fleet;
import io.slicemeter.slice.Slices;
import io.slicemeter.timeseries.Aggregation;
import io.slicemeter.timeseries.SeriesQuery;
import io.slicemeter.timeseries.TimeRange;
import io.slicemeter.web.ClosedRange;
import io.slicemeter.web.Period;
import io.slicemeter.web.Problem;
import io.slicemeter.web.SamplesParameters;
import io.slicemeter.web.SeriesRequest;
import io.slicemeter.web.Table;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.jspecify.annotations.Nullable;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/// The REST of slices.
@RestController
@RequestMapping(path = "/api/v1/slices", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "slices", description = "What slices use and used, and how much is left of them.")
class SlicesController {

	private static final String SLICE = "The slice's name, e.g. `ci-runners.slice`.";

	private final Catalogue catalogue;

	private final Fleet fleet;

	private final Slices slices;

	private final InstantSource clock;

	SlicesController(Catalogue catalogue, Fleet fleet, Slices slices, InstantSource requestClock) {
		this.catalogue = catalogue;
		this.fleet = fleet;
		this.slices = slices;
		this.clock = requestClock;
	}

	@GetMapping
	@Operation(operationId = "listSlices", summary = "The slices as they are now, one item for each host",
			description = "By name and then by host.")
	SliceList list(@Parameter(description = "Only the slices of the host of this name.") @RequestParam(
			required = false) @Nullable String host) {
		CataloguedHost only = (host != null) ? host(host) : null;
		return new SliceList(this.fleet.slices(only, null).stream().map(SliceItem::of).toList());
	}

	@GetMapping("/{slice}/summary")
	@Operation(operationId = "getSliceSummary", summary = "What a slice used over a range, and what is left of it now",
			description = "Without `host` the sum over all hosts that have the slice: `host` is null then, and `hosts` says how "
					+ "many. Headroom is capacity − use of the slice and never more than that of its host, where use is the "
					+ "greater of now and the 95th percentile of the last 10 minutes.")
	SliceSummary summary(@Parameter(description = SLICE) @PathVariable String slice,
			@ParameterObject SliceSummaryParameters parameters) {
		Period period = parameters.period(this.clock.instant());
		int top = parameters.topRunners();
		List<CataloguedSlice> found = find(slice, parameters.host());
		TimeRange range = new TimeRange(period.from(), period.to());
		return SliceSummary.of(found.getFirst().name(), parameters.host(), range,
				this.slices.totals(found, range, top));
	}

	@GetMapping(path = "/{slice}/samples", produces = { MediaType.APPLICATION_JSON_VALUE, Table.CSV, Table.NDJSON })
	@Operation(operationId = "getSliceSamples", summary = "The history of a slice in buckets",
			description = "Without `host` the sum over all hosts that have the slice. Beside the metrics of runs there is "
					+ "`cpuUnattributedUsec`: of each bucket the CPU time of the slice that none of its runs used; it may be "
					+ "negative in one bucket and evens out, and is null for a slice that is the sum of its runs.")
	ResponseEntity<SliceSamples> samples(@Parameter(description = SLICE) @PathVariable String slice,
			@ParameterObject SamplesParameters parameters) {
		SeriesRequest request = parameters.request(this.clock.instant(), SliceSamples.METRICS,
				SeriesQuery.USUAL_METRICS, Aggregation.labels());
		List<CataloguedSlice> found = find(slice, parameters.host());
		Duration interval = found.stream()
			.map((each) -> each.host().interval())
			.max(Duration::compareTo)
			.orElse(Duration.ZERO);
		SeriesQuery query = SeriesQuery.of(new TimeRange(request.period().from(), request.period().to()),
				request.step(interval), SliceSamples.stored(request.metrics()), request.aggregation(), request.rate());
		SliceSamples samples = SliceSamples.of(found.getFirst().name().value(), parameters.host(), found.size(), query,
				this.slices.series(found, query));
		if (request.metrics().contains(SliceSamples.UNATTRIBUTED)) {
			samples = samples.with(this.slices.unattributed(found, query), request.metrics());
		}
		return ClosedRange.answer(samples, query.range().to(), this.slices.closedBefore());
	}

	private List<CataloguedSlice> find(String slice, @Nullable String host) {
		CataloguedHost only = (host != null) ? host(host) : null;
		List<CataloguedSlice> found = SliceName.isValid(slice)
				? this.catalogue.slices((only != null) ? only.id() : null, new SliceName(slice)) : List.of();
		if (found.isEmpty()) {
			throw Problem.unknownSlice(slice, host);
		}
		return found;
	}

	private CataloguedHost host(String name) {
		return this.catalogue.host(name).orElseThrow(() -> Problem.unknownHost(name));
	}

}
