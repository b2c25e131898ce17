package io.slicemeter.engine;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.slicemeter.engine.StatisticsDocument.Cpu;
import io.slicemeter.engine.StatisticsDocument.CpuUsage;
import io.slicemeter.engine.StatisticsDocument.Disk;
import io.slicemeter.engine.StatisticsDocument.Entry;
import io.slicemeter.engine.StatisticsDocument.Memory;
import io.slicemeter.engine.StatisticsDocument.Network;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;

/// Turns documents of the statistics API into readings. What a document does not say
/// stays absent. Neither `precpu_stats` is used, nor any limit.
final class StatisticsDecoder {

	private static final long NANOS_PER_MICROSECOND = 1000;

	private static final JsonMapper MAPPER = JsonMapper.builder()
		.addModule(new SimpleModule().addDeserializer(Long.class, new CountDeserializer()))
		.build();

	private final Pattern ownInterfaces;

	/// @param ownInterfaces matches the names of the runner's own interfaces
	StatisticsDecoder(Pattern ownInterfaces) {
		this.ownInterfaces = ownInterfaces;
	}

	/// Reads one document.
	/// @return null if it holds no reading: it can't be decoded, was made without one (a
	/// stopped container's stream goes on with such), or lacks the CPU time
	@Nullable StatisticsReading decode(String json, long arrivedNanos) {
		StatisticsDocument document;
		try {
			document = MAPPER.readValue(json, StatisticsDocument.class);
		}
		catch (JacksonException ex) {
			return null;
		}
		// "null" and nothing at all are valid JSON too.
		if (document == null) {
			return null;
		}
		Instant readAt = EngineTime.parse(document.read());
		Cpu cpu = document.cpu();
		CpuUsage usage = (cpu != null) ? cpu.usage() : null;
		if (readAt == null || cpu == null || usage == null || usage.totalNanos() == null) {
			return null;
		}
		Readings readings = new Readings();
		cpu(readings, cpu, usage);
		memory(readings, document.memory());
		disk(readings, document.disk());
		network(readings, document.networks());
		if (document.pids() != null) {
			set(readings, Metric.PIDS, document.pids().current());
		}
		return new StatisticsReading(readAt, arrivedNanos, readings);
	}

	private static void cpu(Readings readings, Cpu cpu, CpuUsage usage) {
		setMicroseconds(readings, Metric.CPU_USAGE_USEC, usage.totalNanos());
		setMicroseconds(readings, Metric.CPU_USER_USEC, usage.userNanos());
		setMicroseconds(readings, Metric.CPU_SYSTEM_USEC, usage.kernelNanos());
		if (cpu.throttling() != null) {
			set(readings, Metric.CPU_PERIODS, cpu.throttling().periods());
			set(readings, Metric.CPU_THROTTLED_PERIODS, cpu.throttling().throttledPeriods());
			setMicroseconds(readings, Metric.CPU_THROTTLED_USEC, cpu.throttling().throttledNanos());
		}
	}

	private static void memory(Readings readings, @Nullable Memory memory) {
		if (memory == null) {
			return;
		}
		Map<String, @Nullable Long> stats = (memory.stats() != null) ? memory.stats() : Map.of();
		// Cgroup v1 tells its own share and, as total_*, that of its descendants too.
		boolean first = stats.containsKey("total_inactive_file");
		Long usage = memory.usage();
		Long inactive = stats.get(first ? "total_inactive_file" : "inactive_file");
		set(readings, Metric.MEMORY_CURRENT_BYTES, usage);
		if (usage != null && inactive != null) {
			set(readings, Metric.MEMORY_BYTES, Math.max(0, usage - inactive));
		}
		set(readings, Metric.MEMORY_ANON_BYTES, stats.get(first ? "total_rss" : "anon"));
		set(readings, Metric.MEMORY_FILE_BYTES, stats.get(first ? "total_cache" : "file"));
		set(readings, Metric.MEMORY_SHMEM_BYTES, stats.get(first ? "total_shmem" : "shmem"));
		set(readings, Metric.MEMORY_KERNEL_BYTES, stats.get("kernel"));
		if (first) {
			set(readings, Metric.MEMORY_SWAP_BYTES, stats.get("total_swap"));
			set(readings, Metric.MEMORY_PEAK_BYTES, memory.maxUsage());
		}
	}

	private static void disk(Readings readings, @Nullable Disk disk) {
		if (disk == null) {
			return;
		}
		disk(readings, Metric.IO_READ_BYTES, disk.bytes(), "read");
		disk(readings, Metric.IO_WRITE_BYTES, disk.bytes(), "write");
		disk(readings, Metric.IO_READS, disk.operations(), "read");
		disk(readings, Metric.IO_WRITES, disk.operations(), "write");
	}

	private static void disk(Readings readings, Metric metric, @Nullable List<@Nullable Entry> entries,
			String operation) {
		// An empty list is no 0: kernels that don't count per cgroup give one while bytes
		// are written.
		if (entries == null || entries.isEmpty()) {
			return;
		}
		Sum sum = new Sum();
		for (Entry entry : entries) {
			if (entry != null && operation.equalsIgnoreCase(entry.operation())) {
				sum.add(entry.value());
			}
		}
		set(readings, metric, sum.value());
	}

	private void network(Readings readings, @Nullable Map<String, @Nullable Network> networks) {
		if (networks == null) {
			return;
		}
		List<Network> own = select(networks, (name) -> this.ownInterfaces.matcher(name).matches());
		network(readings, Metric.NETWORK_RECEIVED_BYTES, own, Network::receivedBytes);
		network(readings, Metric.NETWORK_SENT_BYTES, own, Network::sentBytes);
		network(readings, Metric.NETWORK_RECEIVED_PACKETS, own, Network::receivedPackets);
		network(readings, Metric.NETWORK_SENT_PACKETS, own, Network::sentPackets);
		network(readings, Metric.NETWORK_ERRORS, own, Network::receiveErrors, Network::sendErrors);
		network(readings, Metric.NETWORK_DROPS, own, Network::receiveDrops, Network::sendDrops);
		network(readings, Metric.NETWORK_ALL_BYTES, select(networks, (name) -> !name.equals("lo")),
				Network::receivedBytes, Network::sentBytes);
	}

	private static List<Network> select(Map<String, @Nullable Network> networks, Function<String, Boolean> which) {
		return networks.entrySet()
			.stream()
			.filter((entry) -> which.apply(entry.getKey()))
			.map((entry) -> (entry.getValue() != null) ? entry.getValue()
					: new Network(null, null, null, null, null, null, null, null))
			.toList();
	}

	@SafeVarargs
	private static void network(Readings readings, Metric metric, List<Network> networks,
			Function<Network, @Nullable Long>... counters) {
		if (networks.isEmpty()) {
			return;
		}
		Sum sum = new Sum();
		for (Network network : networks) {
			for (Function<Network, @Nullable Long> counter : counters) {
				sum.add(counter.apply(network));
			}
		}
		set(readings, metric, sum.value());
	}

	private static void set(Readings readings, Metric metric, @Nullable Long value) {
		if (value != null) {
			readings.set(metric, value);
		}
	}

	private static void setMicroseconds(Readings readings, Metric metric, @Nullable Long nanos) {
		if (nanos != null) {
			readings.set(metric, nanos / NANOS_PER_MICROSECOND);
		}
	}

	/// A sum that is absent as soon as one part is, or when it exceeds 2^63-1: a counter
	/// that lost a part would go back.
	private static final class Sum {

		private @Nullable Long value = 0L;

		void add(@Nullable Long part) {
			if (this.value == null || part == null) {
				this.value = null;
				return;
			}
			long sum = this.value + part;
			this.value = (sum >= 0) ? sum : null;
		}

		@Nullable Long value() {
			return this.value;
		}

	}

}
