package io.slicemeter.timeseries;

import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class DeliveryTests {

	private final RunKey run = Metered.newRun();

	private final FakeStore store = new FakeStore();

	private final CatalogueRow row = new CatalogueRow.OfRun(Metered.started(this.run, 0, null));

	private List<Sample> samples(int count) {
		return IntStream.range(0, count).mapToObj(this::sample).toList();
	}

	private Sample sample(int number) {
		return new RunSample(this.run, Metered.at(number), null, false, null, Metered.readings(Metric.PIDS, number));
	}

	private static int number(Sample sample) {
		return (int) sample.readings().get(Metric.PIDS);
	}

	@Test
	void aGoodBatchIsOneTransaction() {
		assertThat(Delivery.of(new Batch(List.of(this.row), samples(100)), this.store)).isEmpty();
		assertThat(this.store.transactions).isEqualTo(1);
		assertThat(this.store.written).hasSize(101);
	}

	@Test
	void badRowsAreFoundByHalving() {
		Set<Integer> bad = Set.of(0, 41, 42, 99);
		this.store.refuse = (sample) -> bad.contains(number(sample)) ? "22003" : null;
		List<SetAside> setAside = Delivery.of(new Batch(List.of(this.row), samples(100)), this.store);
		assertThat(setAside).extracting((row) -> number((Sample) row.row())).containsExactly(0, 41, 42, 99);
		assertThat(this.store.written).hasSize(97);
		assertThat(this.store.transactions).isLessThan(60);
	}

	@Test
	void whereEverySampleIsBadNoneIsSetAside() {
		this.store.refuse = (_) -> "23502";
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(this.row), samples(8)), this.store))
			.hasRootCauseInstanceOf(SQLException.class);
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(), samples(1)), this.store))
			.hasRootCauseInstanceOf(SQLException.class);
	}

	@Test
	void aBadRowOfTheCatalogueDoesNotHoldUpTheSamples() {
		this.store.refuseRow = (_) -> true;
		assertThat(Delivery.of(new Batch(List.of(this.row), samples(3)), this.store)).extracting(SetAside::row)
			.containsExactly(this.row);
		assertThat(this.store.written).hasSize(3);
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(this.row), List.of()), this.store))
			.hasRootCauseInstanceOf(SQLException.class);
	}

	@Test
	void anOutageKeepsTheBatchAlsoInTheMidstOfHalving() {
		this.store.refuse = (sample) -> switch (number(sample)) {
			case 3 -> "22003";
			case 6 -> (this.store.transactions > 4) ? "57P01" : null;
			default -> null;
		};
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(), samples(8)), this.store)).rootCause()
			.extracting((cause) -> ((SQLException) cause).getSQLState())
			.isEqualTo("57P01");
	}

	@Test
	void missingPartitionsAreMadeOnce() {
		this.store.partitioned = true;
		assertThat(Delivery.of(new Batch(List.of(), samples(3)), this.store)).isEmpty();
		assertThat(this.store.days).containsExactly(LocalDate.ofInstant(Metered.START, ZoneOffset.UTC));
		assertThat(this.store.written).hasSize(3);
		this.store.days.clear();
		this.store.deaf = true;
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(), samples(3)), this.store)).rootCause()
			.extracting((cause) -> ((SQLException) cause).getSQLState())
			.isEqualTo("23514");
	}

	/// Keeps what is written, and refuses what it is told to.
	private static final class FakeStore implements Store {

		private final Set<Object> written = new HashSet<>();

		private final List<LocalDate> days = new ArrayList<>();

		private Function<Sample, @Nullable String> refuse = (_) -> null;

		private Predicate<CatalogueRow> refuseRow = (_) -> false;

		private boolean partitioned;

		private boolean deaf;

		private int transactions;

		@Override
		public void write(Batch batch) {
			this.transactions++;
			if (batch.catalogue().stream().anyMatch(this.refuseRow)) {
				throw new RuntimeException(new SQLException("refused", "22021"));
			}
			for (Sample sample : batch.samples()) {
				String state = this.refuse.apply(sample);
				if (state != null) {
					throw new RuntimeException(new SQLException("refused", state));
				}
				if (this.partitioned && !this.days.contains(LocalDate.ofInstant(sample.at(), ZoneOffset.UTC))) {
					throw new RuntimeException(new SQLException("no partition", "23514"));
				}
			}
			this.written.addAll(batch.catalogue());
			this.written.addAll(batch.samples());
		}

		@Override
		public void ensurePartition(LocalDate day) {
			if (!this.deaf) {
				this.days.add(day);
			}
		}

	}

}
