package io.slicemeter.sampling;

import java.util.Optional;

import io.micrometer.core.instrument.MeterRegistry;
import io.slicemeter.cgroup.CgroupRoot;
import io.slicemeter.cgroup.HostFiles;
import io.slicemeter.cgroup.InterfacePattern;
import io.slicemeter.cgroup.ParseFaults;
import io.slicemeter.engine.EngineFollower;
import io.slicemeter.engine.NetworkProperties;
import io.slicemeter.engine.StatisticsStreams;
import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.OpenRuns;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.info.BuildProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/// Puts sampling together.
@Configuration(proxyBeanMethods = false)
class SamplingConfiguration {

	private static final Logger logger = LoggerFactory.getLogger(SamplingConfiguration.class);

	@Bean
	TimeSource timeSource() {
		return TimeSource.SYSTEM;
	}

	@Bean
	SampleClock sampleClock(TimeSource time) {
		return new SampleClock(time);
	}

	@Bean
	Revisions revisions(TimeSource time, OpenRuns openRuns) {
		return new Revisions(time, openRuns.newestRevision());
	}

	@Bean
	TrackedRuns trackedRuns() {
		return new TrackedRuns();
	}

	@Bean
	TickTrigger tickTrigger(SamplingProperties properties) {
		return new TickTrigger(properties.interval());
	}

	@Bean
	SamplingMetrics samplingMetrics(MeterRegistry registry, TrackedRuns runs, SampleClock clock, TickTrigger trigger) {
		return new SamplingMetrics(registry, runs, clock, trigger);
	}

	@Bean
	UsageMetrics usageMetrics(MeterRegistry registry, MeteredHost host, MetricsProperties properties) {
		return new UsageMetrics(registry, host.name(), properties.maxRunners());
	}

	@Bean
	ParseFaults parseFaults(MeterRegistry registry) {
		return ParseFaultLog.of(registry);
	}

	@Bean
	MeteredHost meteredHost(HostProperties properties) {
		return MeteredHost.of(properties);
	}

	@Bean
	UsageSource usageSource(SamplingProperties sampling, HostProperties host, NetworkProperties network,
			MeteredHost metered, ParseFaults faults, TimeSource time, SampleClock clock, StatisticsStreams streams) {
		boolean cgroup = switch (sampling.source()) {
			case "cgroup" -> true;
			case "docker" -> false;
			default -> CgroupRoot.isCgroup2(host.cgroupRoot());
		};
		logger.info("Metering host {} by source {}", metered.name(), cgroup ? "cgroup" : "docker");
		if (!cgroup) {
			return new DockerSource(metered.id(), streams);
		}
		CgroupRoot root = CgroupRoot.open(host.cgroupRoot(), host.procRoot(), faults);
		return new CgroupSource(metered.id(), root, host.procRoot(), new InterfacePattern(network.interfaces()), faults,
				time, clock);
	}

	@Bean
	Tracker tracker(MeteredHost host, UsageSource source, SamplingProperties properties, TrackedRuns runs,
			Revisions revisions, Intake intake, SampleClock clock, MeterRegistry registry) {
		return new Tracker(host.id(), source, properties, runs, revisions, intake, clock, new ClosingMetrics(registry));
	}

	@Bean(destroyMethod = "")
	SliceMeters sliceMeters(MeteredHost host, UsageSource source, TrackedRuns runs, SampleClock clock, Intake intake,
			Revisions revisions, SamplingProperties properties) {
		return switch (source) {
			case CgroupSource cgroup ->
				new CgroupSliceMeters(host.id(), cgroup.root(), runs, clock, intake, revisions, properties.interval());
			case DockerSource docker ->
				new SummedSliceMeters(host.id(), runs, clock, intake, revisions, properties.interval());
		};
	}

	@Bean(destroyMethod = "")
	HostMeter hostMeter(MeteredHost host, UsageSource source, HostProperties properties, SamplingProperties sampling,
			SampleClock clock, TimeSource time, Revisions revisions, Intake intake, ParseFaults faults,
			ObjectProvider<BuildProperties> build) {
		String version = Optional.ofNullable(build.getIfAvailable()).map(BuildProperties::getVersion).orElse("unknown");
		HostMeter.Description description = new HostMeter.Description(host.id(), host.name(), source.kind(),
				CgroupRoot.isCgroup2(properties.cgroupRoot()), version, sampling.interval());
		return new HostMeter(description, HostFiles.open(properties.procRoot(), faults), clock, time, revisions,
				intake);
	}

	@Bean
	Sampler sampler(TrackedRuns runs, Tracker tracker, SliceMeters slices, HostMeter host, SampleClock clock,
			Intake intake, SamplingMetrics metrics, UsageMetrics usage) {
		return new Sampler(runs, tracker, slices, host, clock, intake, metrics, usage);
	}

	@Bean
	Metering metering(EngineFollower follower, Sampler sampler, TickTrigger trigger, Tracker tracker, TrackedRuns runs,
			SliceMeters slices, HostMeter host, UsageSource source, Intake intake, MeterRegistry registry,
			TimeSource time, SampleClock clock, MeteredHost metered, OpenRuns openRuns, SamplingProperties properties) {
		CgroupWatching watching = switch (source) {
			case CgroupSource cgroup ->
				new CgroupWatching(cgroup, tracker, runs, intake, slices, registry, time, clock);
			case DockerSource _ -> {
				tracker.observedBy(slices::ended);
				yield null;
			}
		};
		return new Metering(follower, sampler, trigger, tracker, runs, slices, host, watching,
				new LeftOpen(metered.id(), openRuns, tracker, follower), time, WatchedSlices.beforehand(properties));
	}

	@Bean
	HealthIndicator samplingHealthIndicator(Sampler sampler, UsageSource source, MeteredHost host, TrackedRuns runs,
			SamplingProperties properties, SampleClock clock, Metering metering) {
		return new SamplingHealth(metering::isAlive, sampler, source.kind(), host.name(), runs, properties.interval(),
				clock);
	}

}
