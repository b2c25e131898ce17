package io.slicemeter.slice;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/// How much more could be used; null where it can't be told.
///
/// @param cpuMillicores of CPU, 1000 = one core
/// @param memoryBytes of memory
@Schema(description = "How much more could be used now; null where it can't be told.")
public record Room(@Nullable Long cpuMillicores, @Nullable Long memoryBytes) {

	/// The smaller of two, resource by resource; where one can't be told neither can the
	/// smaller.
	Room least(Room other) {
		return new Room(least(this.cpuMillicores, other.cpuMillicores), least(this.memoryBytes, other.memoryBytes));
	}

	/// Both together; what only one of them tells is left at that.
	Room plus(Room other) {
		return new Room(plus(this.cpuMillicores, other.cpuMillicores), plus(this.memoryBytes, other.memoryBytes));
	}

	private static @Nullable Long least(@Nullable Long one, @Nullable Long other) {
		return (one != null && other != null) ? Math.min(one, other) : null;
	}

	private static @Nullable Long plus(@Nullable Long one, @Nullable Long other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return one + other;
	}

}
