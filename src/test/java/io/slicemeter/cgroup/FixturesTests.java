package io.slicemeter.cgroup;

import java.io.IOException;
import java.nio.file.Path;

import io.slicemeter.runner.ContainerId;
import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.SliceName;
import io.slicemeter.testing.CgroupDirectory;
import io.slicemeter.testing.CgroupTree;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvFileSource;

import static org.assertj.core.api.Assertions.assertThat;

/// What a real kernel (6.12) wrote of 14 containers reads to the right values, which
/// `expected.csv` states. That table was made with awk.
class FixturesTests {

	private static final long PID = 4711;

	@TempDir
	Path directory;

	private final ParseFaults faults = new ParseFaults();

	@ParameterizedTest(name = "{0}")
	@CsvFileSource(resources = "fixtures/expected.csv", useHeadersInDisplayName = false, numLinesToSkip = 1)
	void readsToTheRightValues(ArgumentsAccessor row) throws IOException {
		String fixture = row.getString(0);
		CgroupTree tree = CgroupTree.create(this.directory);
		ContainerId container = CgroupTree.containerId(1);
		CgroupDirectory cgroup = tree.container(new SliceName("ci-runners.slice"), container, fixture);
		tree.process(PID, cgroup, CgroupTree.fixture(fixture, "proc_net_dev"));
		CgroupRoot root = CgroupRoot.open(tree.cgroupRoot(), tree.procRoot(), this.faults);
		Readings expected = new Readings();
		for (Metric metric : Metric.read()) {
			String value = row.getString(1 + Metric.read().indexOf(metric));
			if (value != null) {
				expected.set(metric, Long.parseLong(value));
			}
		}

		Readings readings = new Readings();
		try (CgroupFiles files = CgroupFiles.open(cgroup.path(), root);
				NetworkFile network = NetworkFile.open(tree.procRoot(), PID, InterfacePattern.of("eth*"), this.faults)
					.orElseThrow()) {
			assertThat(network.read(readings)).isTrue();
			assertThat(files.read(readings)).isEqualTo(ReadOutcome.READ);

			assertThat(readings).hasToString(expected.toString());
			int limits = 1 + Metric.read().size();
			assertThat(files.readLimits()).isEqualTo(new Limits(limit(row.getString(limits)),
					limit(row.getString(limits + 1)), limit(row.getString(limits + 2))));
			assertThat(files.population()).isEqualTo(Population.POPULATED);
		}
		assertThat(this.faults.total()).isZero();
	}

	private static @Nullable Limit limit(@Nullable String text) {
		if (text == null) {
			return null;
		}
		return text.equals("max") ? Limit.UNLIMITED : Limit.of(Long.parseLong(text));
	}

}
