package io.slicemeter.history.web;

import java.util.List;
import java.util.Set;

import io.slicemeter.history.LiveFilter;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import io.slicemeter.web.Problem;
import io.swagger.v3.oas.annotations.Parameter;
import org.jspecify.annotations.Nullable;

/// The parameters of the stream.
record StreamParameters(
		@Parameter(description = "Only what happens on the hosts of these names; separated by commas or "
				+ "repeated.") @Nullable List<String> host,
		@Parameter(description = "Only what happens in these slices and those nested in them; separated by commas or "
				+ "repeated.") @Nullable List<String> slice,
		@Parameter(description = "Only what happens to the runners of these names, or former names. A runner need not "
				+ "exist yet; separated by commas or repeated.") @Nullable List<String> runner) {

	LiveFilter filter() {
		List<String> runners = orEmpty(this.runner);
		runners.forEach((name) -> {
			if (!RunnerName.isValid(name)) {
				throw Problem.invalidParameter("runner",
						"'%s' can't be a runner's name; allowed are 1 to %d characters of A-Z a-z 0-9 _ . : @ -"
							.formatted(Problem.shown(name), RunnerName.MAX_LENGTH),
						"build-7");
			}
		});
		return new LiveFilter(Set.copyOf(orEmpty(this.host)),
				orEmpty(this.slice).stream().distinct().map(StreamParameters::sliceName).toList(), Set.copyOf(runners));
	}

	private static SliceName sliceName(String text) {
		try {
			return new SliceName(text);
		}
		catch (IllegalArgumentException ex) {
			throw Problem.invalidParameter("slice", Problem.shown(ex.getMessage()), "ci-runners.slice");
		}
	}

	private static List<String> orEmpty(@Nullable List<String> values) {
		return (values != null) ? values : List.of();
	}

}
