package io.slicemeter.measurement;

import java.util.List;

import org.jspecify.annotations.Nullable;

/// What the runners of a measurement used.
///
/// @param pointsPerRunner how many points each runner has that is not short; null where
/// none is whole
/// @param pointsEqual whether all runners have as many
/// @param runners the runners
/// @param totals what they used together
public record UsageReport(@Nullable Long pointsPerRunner, boolean pointsEqual, List<RunnerUsage> runners,
		Totals totals) {

	public UsageReport {
		runners = List.copyOf(runners);
	}

	/// What one runner used.
	///
	/// @param runner its name
	/// @param host the name of its host
	/// @param runs how many of its runs lived meanwhile
	/// @param points how many points it has, surplus ones cut from the end
	/// @param pointsFound how many it had
	/// @param withoutNetwork how many readings gave no point since their network was not
	/// known
	/// @param shortOf why it has other points than the others; null where it has not
	/// @param cpuShare its share of the machine's CPU
	/// @param memoryShare its share of its memory limit or of the machine's memory
	/// @param totals what it used in all
	public record RunnerUsage(String runner, String host, int runs, long points, long pointsFound, long withoutNetwork,
			@Nullable String shortOf, Share cpuShare, Share memoryShare, Totals totals) {

		RunnerUsage cutTo(long most, @Nullable String why) {
			return new RunnerUsage(this.runner, this.host, this.runs, Math.min(this.pointsFound, most),
					this.pointsFound, this.withoutNetwork, why, this.cpuShare, this.memoryShare, this.totals);
		}

	}

	/// A share over the points; null where there is none.
	public record Share(@Nullable Double mean, @Nullable Double p95, @Nullable Double max) {
	}

	/// What was used in all; null where it was not read.
	///
	/// @param cpuSeconds CPU time
	/// @param networkBytes received and sent over every interface but `lo`
	/// @param memoryPeakBytes the largest memory with page cache that was read
	public record Totals(@Nullable Double cpuSeconds, @Nullable Long networkBytes, @Nullable Long memoryPeakBytes) {

		static final Totals NONE = new Totals(null, null, null);

		Totals plus(Totals other) {
			return new Totals(sum(this.cpuSeconds, other.cpuSeconds), sum(this.networkBytes, other.networkBytes),
					sum(this.memoryPeakBytes, other.memoryPeakBytes));
		}

		/// The same per 1,000 requests; null where there was no request.
		public @Nullable PerThousand perThousand(long requests) {
			if (requests == 0) {
				return null;
			}
			double thousands = requests / 1000.0;
			return new PerThousand((this.cpuSeconds != null) ? this.cpuSeconds / thousands : null,
					(this.networkBytes != null) ? this.networkBytes / thousands : null,
					(this.memoryPeakBytes != null) ? this.memoryPeakBytes / thousands : null);
		}

		private static @Nullable Double sum(@Nullable Double one, @Nullable Double other) {
			if (one == null || other == null) {
				return (one != null) ? one : other;
			}
			return one + other;
		}

		private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
			if (one == null || other == null) {
				return (one != null) ? one : other;
			}
			return one + other;
		}

	}

	/// What was used for every 1,000 requests.
	///
	/// @param cpuSeconds CPU time
	/// @param networkBytes received and sent over every interface but `lo`
	/// @param memoryPeakBytes the peak of memory with page cache
	public record PerThousand(@Nullable Double cpuSeconds, @Nullable Double networkBytes,
			@Nullable Double memoryPeakBytes) {
	}

}
