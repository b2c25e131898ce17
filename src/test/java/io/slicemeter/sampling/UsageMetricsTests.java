package io.slicemeter.sampling;

import java.time.Instant;
import java.util.List;
import java.util.Set;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.slicemeter.runner.HostId;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import io.slicemeter.runner.RunnerName;
import io.slicemeter.runner.SliceName;
import io.slicemeter.timeseries.RunSample;
import io.slicemeter.timeseries.SliceSample;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class UsageMetricsTests {

	private static final HostId HOST = HostId.of("ci-01");

	private static final SliceName SLICE = new SliceName("ci.slice");

	private static final String LABELS = "{host=\"ci-01\",runner=\"build\",slice=\"ci.slice\"} ";

	private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

	private UsageMetrics metrics = new UsageMetrics(this.registry, "ci-01", 500);

	@Test
	void aRunnersUseIsExportedInBaseUnits() {
		sample(1, "build",
				readings(Metric.CPU_USAGE_USEC, 1_500_000, Metric.MEMORY_BYTES, 4096, Metric.NETWORK_RECEIVED_BYTES, 1,
						Metric.NETWORK_SENT_BYTES, 2, Metric.IO_READ_BYTES, 3, Metric.IO_WRITE_BYTES, 4,
						Metric.OOM_KILLS, 5, Metric.MEMORY_PRESSURE_FULL_USEC, 250_000));
		assertThat(this.registry.scrape().lines()).contains("slicemeter_runner_cpu_seconds_total" + LABELS + "1.5",
				"slicemeter_runner_memory_bytes" + LABELS + "4096.0",
				"slicemeter_runner_network_receive_bytes_total" + LABELS + "1.0",
				"slicemeter_runner_network_transmit_bytes_total" + LABELS + "2.0",
				"slicemeter_runner_disk_read_bytes_total" + LABELS + "3.0",
				"slicemeter_runner_disk_write_bytes_total" + LABELS + "4.0",
				"slicemeter_runner_oom_kills_total" + LABELS + "5.0",
				"slicemeter_runner_pressure_seconds_total{host=\"ci-01\",kind=\"full\",resource=\"memory\",runner=\"build\",slice=\"ci.slice\"} 0.25");
	}

	@Test
	void whatWasNotReadIsNotExported() {
		sample(1, "build", readings(Metric.CPU_USAGE_USEC, 1));
		assertThat(this.registry.scrape()).doesNotContain("network", "pressure", "slicemeter_runner_memory");
		sample(1, "build", readings(Metric.CPU_USAGE_USEC, 2, Metric.NETWORK_SENT_BYTES, 7));
		assertThat(this.registry.scrape()).contains("slicemeter_runner_network_transmit_bytes_total" + LABELS + "7.0");
	}

	@Test
	void twoRunsOfOneRunnerAddUpAndItsCounterNeverFalls() {
		sample(1, "build", readings(Metric.CPU_USAGE_USEC, 2_000_000, Metric.MEMORY_BYTES, 100));
		sample(2, "build", readings(Metric.CPU_USAGE_USEC, 1_000_000, Metric.MEMORY_BYTES, 11));
		assertThat(this.registry.scrape().lines()).contains("slicemeter_runner_cpu_seconds_total" + LABELS + "3.0",
				"slicemeter_runner_memory_bytes" + LABELS + "111.0");
		this.metrics.endAllBut(Set.of(key(2)));
		sample(2, "build", readings(Metric.CPU_USAGE_USEC, 1_500_000, Metric.MEMORY_BYTES, 12));
		assertThat(this.registry.scrape().lines()).contains("slicemeter_runner_cpu_seconds_total" + LABELS + "3.5",
				"slicemeter_runner_memory_bytes" + LABELS + "12.0");
	}

	@Test
	void aRunnerThatGoesOnHasTheFinalCountersOfTheRunThatEnded() {
		sample(2, "build", readings(Metric.CPU_USAGE_USEC, 1_000_000));
		RunSample closing = new RunSample(key(1), Instant.EPOCH, 1L, true, null,
				readings(Metric.CPU_USAGE_USEC, 5_000_000));
		this.metrics.sampled(key(1), SLICE, new RunnerName("build"), readings(Metric.CPU_USAGE_USEC, 2_000_000),
				() -> closing);
		this.metrics.endAllBut(Set.of(key(2)));
		assertThat(this.registry.scrape()).contains("slicemeter_runner_cpu_seconds_total" + LABELS + "6.0");
	}

	@Test
	void aRenamedRunnersSeriesMoveToTheNewName() {
		sample(1, "build", readings(Metric.CPU_USAGE_USEC, 1_000_000));
		sample(1, "renamed", readings(Metric.CPU_USAGE_USEC, 2_000_000));
		assertThat(this.registry.scrape()).contains("runner=\"renamed\"").doesNotContain("runner=\"build\"");
	}

	@Test
	void nothingIsLeftOfTenThousandRuns() {
		int before = this.registry.getMeters().size();
		for (int run = 0; run < 10_000; run++) {
			sample(run, "job-" + run, readings(Metric.CPU_USAGE_USEC, run, Metric.MEMORY_BYTES, run));
			this.metrics.endAllBut(Set.of(key(run)));
			assertThat(this.registry.getMeters()).hasSize(before + 2);
		}
		this.metrics.endAllBut(Set.of());
		assertThat(this.registry.getMeters()).hasSize(before);
		assertThat(this.registry.scrape()).doesNotContain("job-");
	}

	@Test
	void noMoreRunnersAreExportedThanAllowedAndTheOthersAreCountedOnce() {
		this.metrics = new UsageMetrics(this.registry, "ci-01", 2);
		for (int tick = 0; tick < 3; tick++) {
			for (int run = 0; run < 5; run++) {
				sample(run, "job-" + run, readings(Metric.CPU_USAGE_USEC, tick));
			}
		}
		assertThat(this.registry.find("slicemeter.runner.cpu").meters()).hasSize(2);
		assertThat(this.registry.get("slicemeter.metrics.overflowed").counter().count()).isEqualTo(3);
		this.metrics.endAllBut(Set.of(key(4)));
		sample(4, "job-4", readings(Metric.CPU_USAGE_USEC, 9));
		assertThat(this.registry.scrape()).contains("runner=\"job-4\"").doesNotContain("runner=\"job-0\"");
	}

	@Test
	void aSliceIsExportedUntilItIsSilent() {
		SliceSample sample = new SliceSample(HOST, SLICE, Instant.EPOCH, null, null,
				readings(Metric.CPU_USAGE_USEC, 2_000_000, Metric.MEMORY_BYTES, 5));
		TrackedRuns none = new TrackedRuns();
		this.metrics.ticked(none, List.of(sample));
		assertThat(this.registry.scrape()).contains(
				"slicemeter_slice_cpu_seconds_total{host=\"ci-01\",slice=\"ci.slice\"} 2.0",
				"slicemeter_slice_memory_bytes{host=\"ci-01\",slice=\"ci.slice\"} 5.0");
		for (int tick = 0; tick < 31; tick++) {
			this.metrics.ticked(none, List.of());
		}
		assertThat(this.registry.scrape()).doesNotContain("slicemeter_slice_");
	}

	@Test
	void theBoundOfTheBoundIsNamed() {
		assertThatIllegalArgumentException().isThrownBy(() -> new MetricsProperties(-1))
			.withMessageContaining("slicemeter.metrics.max-runners must be from 0 to 100000");
	}

	private void sample(int run, String runner, Readings readings) {
		this.metrics.sampled(key(run), SLICE, new RunnerName(runner), readings, () -> null);
	}

	private static RunKey key(int run) {
		return new RunKey(HOST, run);
	}

	private static Readings readings(Object... metricsAndValues) {
		Readings readings = new Readings();
		for (int index = 0; index < metricsAndValues.length; index += 2) {
			readings.set((Metric) metricsAndValues[index], ((Number) metricsAndValues[index + 1]).longValue());
		}
		return readings;
	}

}
