package io.slicemeter;

import java.nio.file.Path;

import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// What a user reads who has set something that can't be: what is wrong and what is
/// allowed, and no stack trace.
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
class StartupFailuresIT {

	private static final PGSimpleDataSource DATABASE = TestDatabase.EMBEDDED.empty();

	@Test
	void aRootThatIsNotCgroup2IsNamed(@TempDir Path directory, CapturedOutput output) {
		assertThat(report(output, "slicemeter.source=cgroup", "slicemeter.host.cgroup-root=" + directory))
			.contains(directory.toString(), "cgroup v2", "slicemeter.host.cgroup-root", "slicemeter.source");
	}

	@Test
	void settingsOutOfBoundsAreNamedAllAtOnceWithWhatIsAllowed(CapturedOutput output) {
		assertThat(report(output, "slicemeter.interval=50ms", "slicemeter.slices=ci runners", "slicemeter.source=proc"))
			.contains("slicemeter.interval", "must be from 100ms to 60s")
			.contains("slicemeter.slices[0]", "must be names of slices such as ci-runners.slice")
			.contains("slicemeter.source", "must be auto, cgroup or docker");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', value = {
			"slicemeter.interval=often | slicemeter.interval is 'often' | must be from 100ms to 60s",
			"slicemeter.docker.max-streams=many | slicemeter.docker.max-streams is 'many' | must be between 1 and 100000",
			"slicemeter.timeseries.flush-interval=soon | which is not a duration | 10 ms to 1 min",
			"slicemeter.intervall=2s | slicemeter.intervall | did you mean slicemeter.interval?",
			"slicemeter.docker.host=ssh://host | slicemeter.docker.host | allowed are unix:///path/to/socket and tcp://host:port",
			"slicemeter.role=boss | slicemeter.role | standalone" })
	void aSettingThatCannotBeReadIsNamed(String setting, String property, String told, CapturedOutput output) {
		assertThat(report(output, setting)).contains(property, told);
	}

	@Test
	void aSpoolThatCantBeWrittenIsNamedWithItsUserAndWhatIsNeeded(CapturedOutput output) {
		assertThat(report(output, "slicemeter.spool.directory=/proc/spool")).contains("/proc/spool",
				"the user '%s'".formatted(System.getProperty("user.name")), "slicemeter.spool.directory", "local disk");
	}

	@Test
	void aDatabaseWithoutCitusIsToldWhereItIsWanted(CapturedOutput output) {
		assertThat(report(output, "slicemeter.timeseries.citus=true")).contains("slicemeter.timeseries.citus is true",
				"the database has no Citus", "create extension citus");
	}

	private static String report(CapturedOutput output, String... properties) {
		assertThatThrownBy(() -> RunningSlicemeter.start(DATABASE, properties).close()).isNotNull();
		String printed = output.getOut();
		int begin = printed.lastIndexOf("APPLICATION FAILED TO START");
		assertThat(begin).as("a report in %s", printed).isNotNegative();
		return printed.substring(begin);
	}

}
