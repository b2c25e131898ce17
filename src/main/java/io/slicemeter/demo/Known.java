package io.slicemeter.demo;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

import org.jspecify.annotations.Nullable;

/// A container as the Engine knows it, in the Engine's own words.
///
/// @param life its last one
/// @param finishedAt when that was over; null while it lives
/// @param oomKilled whether a process was killed in it
record Known(Life life, @Nullable Instant finishedAt, boolean oomKilled) {

	private static final String NEVER = "0001-01-01T00:00:00Z";

	private static final long NANOS_PER_MILLICORE = 1_000_000;

	static Known running(Life life) {
		return new Known(life, null, false);
	}

	static Known exited(Life life, Instant finishedAt) {
		return new Known(life, finishedAt, life.oomKilled());
	}

	Known afterOutOfMemory() {
		return new Known(this.life, this.finishedAt, true);
	}

	boolean isRunning() {
		return this.finishedAt == null;
	}

	Map<String, Object> listing() {
		SimulatedContainer container = this.life.container();
		return Map.of("Id", container.id().value(), "Names", List.of("/" + container.name()), "Image",
				container.kind().image(), "Created", this.life.startedAt().getEpochSecond(), "State",
				isRunning() ? "running" : "exited", "Status", isRunning() ? "Up" : "Exited", "Labels",
				container.labels());
	}

	Map<String, Object> inspection() {
		SimulatedContainer container = this.life.container();
		Map<String, Object> state = new LinkedHashMap<>();
		state.put("Status", isRunning() ? "running" : "exited");
		state.put("Running", isRunning());
		state.put("Paused", false);
		state.put("Restarting", false);
		state.put("OOMKilled", this.oomKilled);
		state.put("Dead", false);
		state.put("Pid", isRunning() ? this.life.pid() : 0);
		state.put("ExitCode", isRunning() ? 0 : this.life.exitCode());
		state.put("StartedAt", this.life.startedAt().toString());
		state.put("FinishedAt", (this.finishedAt != null) ? this.finishedAt.toString() : NEVER);
		Limits limits = container.kind().limits();
		Map<String, Object> host = Map.of("NetworkMode", "bridge", "CgroupParent",
				container.kind().slice().sliceName().value(), "NanoCpus",
				value(limits.cpuMillicores()) * NANOS_PER_MILLICORE, "CpuQuota", 0, "CpuPeriod", 0, "Memory",
				value(limits.memoryBytes()), "PidsLimit", value(limits.pids()));
		Map<String, Object> networks = Map.of("bridge", Map.of("IPAddress", isRunning() ? address() : ""));
		return Map.of("Id", container.id().value(), "Name", "/" + container.name(), "State", state, "Config",
				Map.of("Image", container.kind().image(), "Labels", container.labels()), "HostConfig", host,
				"NetworkSettings", Map.of("Networks", networks));
	}

	private String address() {
		int number = this.life.container().number();
		return "172.%d.%d.%d".formatted(20 + number / 64_000 % 8, number / 250 % 256, 2 + number % 250);
	}

	private static long value(@Nullable Limit limit) {
		return (limit instanceof Limit.Limited(long value)) ? value : 0;
	}

	/// A document of the statistics API, as of an Engine on cgroup v2.
	Map<String, Object> statistics(Instant now, HostTotals host) {
		Readings readings = this.life.readings();
		long current = readings.get(Metric.MEMORY_CURRENT_BYTES);
		long limit = value(this.life.container().kind().limits().memoryBytes());
		Map<String, Object> document = new LinkedHashMap<>();
		document.put("read", now.toString());
		document.put("preread", NEVER);
		document.put("name", "/" + this.life.container().name());
		document.put("id", this.life.container().id().value());
		document.put("pids_stats", Map.of("current", readings.get(Metric.PIDS)));
		document.put("blkio_stats", Map.of("io_service_bytes_recursive", List
			.of(disk("read", readings.get(Metric.IO_READ_BYTES)), disk("write", readings.get(Metric.IO_WRITE_BYTES)))));
		document.put("cpu_stats",
				Map.of("cpu_usage",
						Map.of("total_usage", readings.get(Metric.CPU_USAGE_USEC) * 1000, "usage_in_usermode",
								readings.get(Metric.CPU_USER_USEC) * 1000, "usage_in_kernelmode",
								readings.get(Metric.CPU_SYSTEM_USEC) * 1000),
						"online_cpus", host.cpus(), "throttling_data",
						Map.of("periods", readings.get(Metric.CPU_PERIODS), "throttled_periods",
								readings.get(Metric.CPU_THROTTLED_PERIODS), "throttled_time",
								readings.get(Metric.CPU_THROTTLED_USEC) * 1000)));
		document.put("memory_stats",
				Map.of("usage", current, "limit", (limit > 0) ? limit : host.memoryBytes(), "stats",
						Map.of("anon", readings.get(Metric.MEMORY_ANON_BYTES), "file",
								readings.get(Metric.MEMORY_FILE_BYTES), "inactive_file",
								current - readings.get(Metric.MEMORY_BYTES), "shmem", 0)));
		document.put("networks",
				Map.of("eth0",
						Map.of("rx_bytes", readings.get(Metric.NETWORK_RECEIVED_BYTES), "rx_packets",
								readings.get(Metric.NETWORK_RECEIVED_PACKETS), "rx_errors", 0, "rx_dropped", 0,
								"tx_bytes", readings.get(Metric.NETWORK_SENT_BYTES), "tx_packets",
								readings.get(Metric.NETWORK_SENT_PACKETS), "tx_errors", 0, "tx_dropped", 0)));
		return document;
	}

	private static Map<String, Object> disk(String operation, long bytes) {
		return Map.of("major", 259, "minor", 0, "op", operation, "value", bytes);
	}

}
