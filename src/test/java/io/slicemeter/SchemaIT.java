package io.slicemeter;

import java.time.LocalDate;
import java.time.ZoneOffset;

import io.slicemeter.testing.TestDatabase;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// The migrations on a real Postgres.
@ParameterizedClass
@EnumSource(TestDatabase.class)
class SchemaIT {

	private final JdbcClient database;

	SchemaIT(TestDatabase kind) {
		this.database = JdbcClient.create(kind.migrated());
	}

	@Test
	void partitionsAreMadeOnceAndTakeTheRowsOfTheirUtcDay() {
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		for (int time = 0; time < 2; time++) {
			this.database.sql("select ensure_partition(?)").param(today).query((row) -> {
			});
		}
		this.database.sql("insert into run_sample (host_id, run_id, at) values (1, 2, now())").update();
		assertThat(this.database.sql("select tableoid::regclass::text from run_sample").query(String.class).single())
			.isEqualTo("run_sample_" + today.toString().replace("-", ""));
	}

	@Test
	void daysOutsideRetentionAreRefused() {
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		for (LocalDate day : new LocalDate[] { today.minusDays(8), today.plusDays(2) }) {
			assertThatThrownBy(() -> this.database.sql("select ensure_partition(?)").param(day).query((row) -> {
			})).hasMessageContaining("only days from");
		}
	}

}
