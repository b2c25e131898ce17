package io.slicemeter.slice.web;

import io.slicemeter.slice.Fleet;
import io.slicemeter.web.Problem;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/// The REST of hosts.
@RestController
@RequestMapping(path = "/api/v1/hosts", produces = MediaType.APPLICATION_JSON_VALUE)
@Tag(name = "hosts", description = "The machines: capacity, use, headroom, signs of life.")
class HostsController {

	private final Fleet fleet;

	HostsController(Fleet fleet) {
		this.fleet = fleet;
	}

	@GetMapping
	@Operation(operationId = "listHosts", summary = "All hosts as they are now, by name",
			description = "Headroom is capacity − use, where use is the greater of now and the 95th percentile of the last 10 "
					+ "minutes.")
	HostList list() {
		return new HostList(this.fleet.hosts().stream().map(HostItem::of).toList());
	}

	@GetMapping("/{host}")
	@Operation(operationId = "getHost", summary = "One host as it is now")
	HostItem host(@Parameter(description = "The host's name.") @PathVariable String host) {
		return this.fleet.host(host).map(HostItem::of).orElseThrow(() -> Problem.unknownHost(host));
	}

}
