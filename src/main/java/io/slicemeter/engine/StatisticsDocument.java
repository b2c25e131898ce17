package io.slicemeter.engine;

import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/// One document of `GET /containers/{id}/stats`, as far as it is used. Docker-java's own
/// model lacks the memory parts of cgroup v2, and gives up on a whole document for one
/// number above 2^63-1.
///
/// Numbers that are missing, negative, too large or no integers are null.
/// @param read the Engine's time of the reading; 0001-01-01 where there was none
/// @param networks by interface; absent for containers without a network of their own
record StatisticsDocument(@Nullable String read, @JsonProperty("cpu_stats") @Nullable Cpu cpu,
		@JsonProperty("memory_stats") @Nullable Memory memory, @JsonProperty("blkio_stats") @Nullable Disk disk,
		@Nullable Map<String, @Nullable Network> networks, @JsonProperty("pids_stats") @Nullable Pids pids) {

	/// CPU time and what the CPU limit did.
	record Cpu(@JsonProperty("cpu_usage") @Nullable CpuUsage usage,
			@JsonProperty("throttling_data") @Nullable Throttling throttling) {
	}

	/// CPU time in ns since the cgroup was made.
	record CpuUsage(@JsonProperty("total_usage") @Nullable Long totalNanos,
			@JsonProperty("usage_in_usermode") @Nullable Long userNanos,
			@JsonProperty("usage_in_kernelmode") @Nullable Long kernelNanos) {
	}

	/// Enforcement periods of the CPU limit, and time held back in ns.
	record Throttling(@Nullable Long periods, @JsonProperty("throttled_periods") @Nullable Long throttledPeriods,
			@JsonProperty("throttled_time") @Nullable Long throttledNanos) {
	}

	/// Memory in bytes.
	/// @param usage what the cgroup is charged with, page cache included
	/// @param maxUsage the largest `usage`; cgroup v1 only
	/// @param stats the cgroup's `memory.stat`
	record Memory(@Nullable Long usage, @JsonProperty("max_usage") @Nullable Long maxUsage,
			@Nullable Map<String, @Nullable Long> stats) {
	}

	/// Bytes and operations by device and kind; null where the kernel counted none yet.
	record Disk(@JsonProperty("io_service_bytes_recursive") @Nullable List<@Nullable Entry> bytes,
			@JsonProperty("io_serviced_recursive") @Nullable List<@Nullable Entry> operations) {
	}

	/// One device's count of one kind.
	/// @param operation `read` or `Read`, `write`, `Sync`, `Total` …
	record Entry(@JsonProperty("op") @Nullable String operation, @Nullable Long value) {
	}

	/// The counters of one interface.
	record Network(@JsonProperty("rx_bytes") @Nullable Long receivedBytes,
			@JsonProperty("tx_bytes") @Nullable Long sentBytes,
			@JsonProperty("rx_packets") @Nullable Long receivedPackets,
			@JsonProperty("tx_packets") @Nullable Long sentPackets,
			@JsonProperty("rx_errors") @Nullable Long receiveErrors,
			@JsonProperty("tx_errors") @Nullable Long sendErrors,
			@JsonProperty("rx_dropped") @Nullable Long receiveDrops,
			@JsonProperty("tx_dropped") @Nullable Long sendDrops) {
	}

	/// Processes and threads.
	record Pids(@Nullable Long current) {
	}

}
