package io.slicemeter.history.web;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import io.slicemeter.runner.HostId;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunState;
import io.slicemeter.runner.RunnerFilter;
import io.slicemeter.runner.RunnerFilter.WantedLabel;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.RunnerOnHost;
import io.slicemeter.runner.SliceName;
import io.slicemeter.web.Cursor;
import io.slicemeter.web.Problem;
import io.slicemeter.web.WholeNumber;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// The parameters of the list of runners.
record RunnerListParameters(
		@Parameter(
				description = "Only runners in one of these states: `running`, `paused`, `ended`, `failed`, `unknown`; "
						+ "separated by commas or repeated.") @Nullable List<String> state,
		@Parameter(description = "Only runners on the host of this name.") @Nullable String host,
		@Parameter(description = "Only runners in this slice or a slice nested in it.") @Nullable String slice,
		@Parameter(description = "Only runners with this label, `key=value`, or `key` for any value; repeated: all of "
				+ "them.") @Nullable List<String> label,
		@Parameter(
				description = "Only runners whose name or former name contains this text, in any case. With `*` or `?` it "
						+ "is a glob over the whole name.") @Nullable String name,
		@Parameter(
				description = "Only runners whose image's name contains this text, in any case. With `*` or `?` it is a "
						+ "glob over the whole name.") @Nullable String image,
		@Parameter(description = "How many at most.",
				schema = @Schema(type = "integer", minimum = "1", maximum = "1000",
						defaultValue = "100")) @Nullable String limit,
		@Parameter(description = "The `next` of the page before.") @Nullable String after) {

	private static final int USUAL_LIMIT = 100;

	private static final int LARGEST_LIMIT = 1000;

	/// The filter.
	/// @param labels the labels as they were sent: binding would part one at its commas
	RunnerFilter filter(String @Nullable [] labels) {
		return new RunnerFilter(states(), this.host, sliceName(), labels(labels), this.name, this.image);
	}

	int mostItems() {
		return WholeNumber.parse("limit", this.limit, USUAL_LIMIT, 1, LARGEST_LIMIT);
	}

	@Nullable RunnerOnHost position() {
		if (this.after == null) {
			return null;
		}
		return Cursor.decode(this.after, 2)
			.flatMap((keys) -> position(keys.getFirst(), keys.getLast()))
			.orElseThrow(() -> Cursor.malformed("after", this.after));
	}

	static String cursor(RunnerOnHost last) {
		return Cursor.encode(last.runner().value(), last.host().toString());
	}

	private static Optional<RunnerOnHost> position(String runner, String host) {
		// a host's ID alone is read as the first half of a run's
		return RunKey.parse(host + "-0000000000000000")
			.map(RunKey::host)
			.filter((any) -> RunnerName.isValid(runner))
			.map((HostId hostId) -> new RunnerOnHost(new RunnerName(runner), hostId));
	}

	private Set<RunState> states() {
		Set<RunState> states = EnumSet.noneOf(RunState.class);
		List<String> allowed = Arrays.stream(RunState.values()).map(RunState::label).toList();
		if (this.state != null) {
			for (String word : this.state.stream().flatMap((part) -> Arrays.stream(part.split(",", -1))).toList()) {
				if (!allowed.contains(word)) {
					throw Problem.notOneOf("state", word, allowed);
				}
				states.add(RunState.ofLabel(word));
			}
		}
		return states;
	}

	private @Nullable SliceName sliceName() {
		try {
			return (this.slice != null) ? new SliceName(this.slice) : null;
		}
		catch (IllegalArgumentException ex) {
			throw Problem.invalidParameter("slice", Problem.shown(ex.getMessage()), "ci-runners.slice");
		}
	}

	private static List<WantedLabel> labels(String @Nullable [] texts) {
		List<WantedLabel> labels = new ArrayList<>();
		if (texts != null) {
			for (String text : texts) {
				int equals = text.indexOf('=');
				if (equals == 0) {
					throw Problem.invalidParameter("label",
							"'%s' names no label; allowed are key=value and key".formatted(Problem.shown(text)),
							"key=value", "key");
				}
				labels.add((equals < 0) ? new WantedLabel(text, null)
						: new WantedLabel(text.substring(0, equals), text.substring(equals + 1)));
			}
		}
		return labels;
	}

}
