package io.slicemeter.sampling;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

import io.slicemeter.cgroup.HostFiles;
import io.slicemeter.engine.EngineFacts;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.HostRecord;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.Source;
import io.slicemeter.timeseries.HostSample;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.Sample;
import io.slicemeter.timeseries.SliceSample;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Samples the host, and tells the catalogue of it: at changes and as a heartbeat.
///
/// An Engine elsewhere (reached over TCP) is told by its memory, which is not this
/// machine's: then `/proc` here says nothing of its host, and the host has no samples.
final class HostMeter implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(HostMeter.class);

	/// How the agent presents its host.
	record Description(HostId id, String name, Source source, boolean cgroup2, String agentVersion, Duration interval) {
	}

	private final Description description;

	private final HostFiles files;

	private final SampleClock clock;

	private final TimeSource time;

	private final Revisions revisions;

	private final Intake intake;

	private final SeriesMeter series;

	private final Moment moment = new Moment();

	private volatile @Nullable EngineFacts facts;

	private volatile boolean remote;

	private volatile boolean memoryPeak;

	private volatile boolean pressure;

	HostMeter(Description description, HostFiles files, SampleClock clock, TimeSource time, Revisions revisions,
			Intake intake) {
		this.description = description;
		this.files = files;
		this.clock = clock;
		this.time = time;
		this.revisions = revisions;
		this.intake = intake;
		this.series = new SeriesMeter(description.interval());
	}

	/// The Engine told of itself; null while there is none.
	void engine(@Nullable EngineFacts facts) {
		boolean remote = this.description.source() == Source.DOCKER && facts != null
				&& facts.memoryBytes() != this.files.memoryTotalBytes().orElse(facts.memoryBytes());
		if (remote && !this.remote) {
			logger.info("The Engine runs on another machine: the host itself is not sampled");
		}
		this.remote = remote;
		this.facts = facts;
		heartbeat();
	}

	/// Samples the host, if it is this machine.
	/// @param into has this tick's samples of runs and slices already
	void sample(List<Sample> into) {
		learnCapabilities(into);
		if (this.remote) {
			return;
		}
		long nanos = this.clock.nanos();
		Readings readings = this.moment.readings();
		readings.clear();
		if (!this.files.read(readings)) {
			return;
		}
		this.moment.stamp(this.clock.stamp(nanos), nanos, nanos);
		SeriesMeter.Increment increment = this.series.next(this.moment);
		OptionalLong available = this.files.memoryAvailableBytes();
		into.add(new HostSample(this.description.id(), this.moment.at(), increment.coveredUsec(),
				increment.cpuMillicores(), available.isPresent() ? available.getAsLong() : null, readings.copy()));
	}

	/// Tells the catalogue that the host lives, and what it is.
	void heartbeat() {
		EngineFacts facts = this.facts;
		Instant now = this.time.wall();
		boolean remote = this.remote && facts != null;
		OptionalInt megahertz = remote ? OptionalInt.empty() : this.files.cpuMegahertz();
		this.intake.record(new HostRecord(this.description.id(), this.revisions.next(), this.description.name(),
				(remote && facts != null) ? facts.cpus() : this.files.cpus(),
				megahertz.isPresent() ? megahertz.getAsInt() : null,
				(remote && facts != null) ? facts.memoryBytes() : this.files.memoryTotalBytes().orElse(0),
				this.description.source(),
				(facts != null) ? facts.cgroupVersion() : (this.description.cgroup2() ? 2 : 1),
				(facts != null) ? facts.version() : null,
				(facts != null) ? facts.kernelVersion() : this.files.kernelRelease().orElse(null),
				this.description.agentVersion(), this.description.interval(), capabilities(), now));
	}

	/// What runs and slices were ever seen to have: the host's own `/proc/pressure` does
	/// not tell that its cgroups have theirs, nor that the source tells it.
	private void learnCapabilities(List<Sample> samples) {
		for (Sample sample : samples) {
			if (this.memoryPeak && this.pressure) {
				return;
			}
			Readings readings = switch (sample) {
				case RunSample run -> run.readings();
				case SliceSample slice -> slice.readings();
				case HostSample host -> null;
			};
			if (readings != null) {
				this.memoryPeak |= readings.has(Metric.MEMORY_PEAK_BYTES);
				this.pressure |= readings.has(Metric.CPU_PRESSURE_SOME_USEC);
			}
		}
	}

	private List<String> capabilities() {
		List<String> capabilities = new ArrayList<>();
		if (this.description.source() == Source.CGROUP) {
			capabilities.add("cgroup");
		}
		if (this.memoryPeak) {
			capabilities.add("memory.peak");
		}
		if (this.pressure) {
			capabilities.add("pressure");
		}
		return capabilities;
	}

	@Override
	public void close() {
		this.files.close();
	}

}
