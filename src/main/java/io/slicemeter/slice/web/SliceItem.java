package io.slicemeter.slice.web;

import io.slicemeter.runner.Figures;
import io.slicemeter.runner.LimitFigures;
import io.slicemeter.slice.Capacity;
import io.slicemeter.slice.Promised;
import io.slicemeter.slice.Room;
import io.slicemeter.slice.SliceNow;
import io.slicemeter.web.Reading;
import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// A slice on one host, as clients see it.
@Schema(name = "Slice", description = "A slice on one host; its figures include its nested slices.")
record SliceItem(String slice, String host, @Schema(
		description = "Whether its figures are the sum of its runs (source `docker`) rather than the kernel's own.") boolean summed,
		@Schema(description = "The tightest limits of it and its ancestors. Null where there is no limit or none is known; "
				+ "`unlimited` names those that are known to have none.") LimitFigures limits,
		@Schema(description = "How much it can use at most: the tightest limit of it and its ancestors, else what the host "
				+ "has.") Capacity capacity,
		@Schema(description = "Active runners; those of a silent host don't count.") HostItem.Runners runners,
		@Nullable Reading current, @Schema(description = "Null on a silent host.") @Nullable Room headroom,
		@Schema(description = "Null on a silent host.") @Nullable Promised promised) {

	static SliceItem of(SliceNow now) {
		Reading current = (now.current() != null)
				? new Reading(now.current().at(), Figures.byName(now.current().values())) : null;
		return new SliceItem(now.slice().name().value(), now.slice().host().name(), now.slice().summed(),
				LimitFigures.of(now.slice().capacity()), Capacity.of(now.slice()),
				new HostItem.Runners(now.activeRunners()), current, now.headroom(), now.promised());
	}

}
