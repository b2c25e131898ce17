package io.slicemeter.timeseries;

import java.sql.BatchUpdateException;
import java.sql.SQLException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

import org.springframework.jdbc.UncategorizedSQLException;

import static org.assertj.core.api.Assertions.assertThat;

class WriteFaultTests {

	@ParameterizedTest
	@CsvSource({ "22003, DATA", "22021, DATA", "22P05, DATA", "23502, DATA", "23505, DATA", "23514, NO_PARTITION",
			"08006, OUTAGE", "25006, OUTAGE", "40001, OUTAGE", "40P01, OUTAGE", "42P01, OUTAGE", "42703, OUTAGE",
			"42501, OUTAGE", "53100, OUTAGE", "53300, OUTAGE", "55P03, OUTAGE", "57014, OUTAGE", "57P01, OUTAGE" })
	void isToldByItsState(String state, WriteFault fault) {
		assertThat(WriteFault.of(new UncategorizedSQLException("insert", null, new SQLException("x", state))))
			.isEqualTo(fault);
	}

	@Test
	void aCheckWithANameIsAboutTheRow() {
		assertThat(WriteFault.of(failed("SERROR\0C23514\0Mviolates\0npositive\0"))).isEqualTo(WriteFault.DATA);
		assertThat(WriteFault.of(failed("SERROR\0C23514\0Mno partition of relation\0")))
			.isEqualTo(WriteFault.NO_PARTITION);
		assertThat(WriteFault.of(failed("SERROR\0C23514\0Mno partition for\0npartition_day\0")))
			.isEqualTo(WriteFault.DAY_NOT_KEPT);
	}

	@Test
	void theReasonOfABatchIsTheOneThatBrokeIt() {
		BatchUpdateException batch = new BatchUpdateException("batch", "42000", new int[0]);
		batch.setNextException(new SQLException("null byte", "22021"));
		assertThat(WriteFault.of(new RuntimeException(batch))).isEqualTo(WriteFault.DATA);
	}

	@Test
	void whateverElseIsAnOutage() {
		assertThat(WriteFault.of(new IllegalStateException("pool closed"))).isEqualTo(WriteFault.OUTAGE);
		assertThat(WriteFault.of(new RuntimeException(new SQLException("no state")))).isEqualTo(WriteFault.OUTAGE);
	}

	private static RuntimeException failed(String message) {
		return new RuntimeException(new PSQLException(new ServerErrorMessage(message)));
	}

}
