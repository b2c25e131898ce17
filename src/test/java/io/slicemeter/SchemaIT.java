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

	/// Whatever has a row for each host can be spread over database nodes by it. The few
	/// tables that have none are small, and the same on each node; measurements belong to
	/// no
	/// host and stay with the API.
	@Test
	void everyKeyBeginsWithTheHostAndNothingReachesAcrossHosts() {
		assertThat(this.database.sql("""
				select c.relname || ': ' || string_agg(a.attname, ', ' order by k.place)
				from pg_index i
				join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
				cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
				join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
				where i.indisunique and not c.relispartition
					and c.relname not in ('retention', 'watermark', 'flyway_schema_history', 'measurement',
						'measurement_latency')
				group by i.indexrelid, c.relname
				""").query(String.class).list()).hasSizeGreaterThanOrEqualTo(12)
			.allSatisfy((key) -> assertThat(key).matches("\\w+: host_id(, .*)?"));
		assertThat(this.database
			.sql("select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace")
			.query(String.class)
			.list()).isEmpty();
		assertThat(
				this.database.sql("select conname from pg_constraint where contype = 'f'").query(String.class).list())
			.isEmpty();
	}

}
