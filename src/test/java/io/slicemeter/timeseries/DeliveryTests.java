package io.slicemeter.timeseries;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
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
import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

class DeliveryTests {

	private static final Duration LATE = Duration.ofDays(2);

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
		assertThat(Delivery.of(new Batch(List.of(this.row), samples(100)), this.store, LATE)).isEmpty();
		assertThat(this.store.transactions).isEqualTo(1);
		assertThat(this.store.written).hasSize(101);
	}

	@Test
	void badRowsAreFoundByHalving() {
		Set<Integer> bad = Set.of(0, 41, 42, 99);
		this.store.refuse = (sample) -> bad.contains(number(sample)) ? "22003" : null;
		List<SetAside> setAside = Delivery.of(new Batch(List.of(this.row), samples(100)), this.store, LATE);
		assertThat(setAside).extracting((row) -> number((Sample) row.row())).containsExactly(0, 41, 42, 99);
		assertThat(this.store.written).hasSize(97);
		assertThat(this.store.transactions).isLessThan(60);
	}

	@Test
	void whereEverySampleIsBadNoneIsSetAside() {
		this.store.refuse = (_) -> "23502";
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(this.row), samples(8)), this.store, LATE))
			.hasRootCauseInstanceOf(SQLException.class);
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(), samples(1)), this.store, LATE))
			.hasRootCauseInstanceOf(SQLException.class);
	}

	@Test
	void aBadRowOfTheCatalogueDoesNotHoldUpTheSamples() {
		this.store.refuseRow = (_) -> true;
		assertThat(Delivery.of(new Batch(List.of(this.row), samples(3)), this.store, LATE)).extracting(SetAside::row)
			.containsExactly(this.row);
		assertThat(this.store.written).hasSize(3);
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(this.row), List.of()), this.store, LATE))
			.hasRootCauseInstanceOf(SQLException.class);
	}

	@Test
	void anOutageKeepsTheBatchAlsoInTheMidstOfHalving() {
		this.store.refuse = (sample) -> switch (number(sample)) {
			case 3 -> "22003";
			case 6 -> (this.store.transactions > 4) ? "57P01" : null;
			default -> null;
		};
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(), samples(8)), this.store, LATE)).rootCause()
			.extracting((cause) -> ((SQLException) cause).getSQLState())
			.isEqualTo("57P01");
	}

	@Test
	void whatIsTooLateOrLiesAheadIsSetAsideByTheStoresClock() {
		Sample late = new RunSample(this.run, Metered.at(3599).minus(LATE), null, false, null, new Readings());
		Sample ahead = new RunSample(this.run, Metered.at(3601).plus(Duration.ofDays(1)), null, false, null,
				new Readings());
		List<Sample> samples = new ArrayList<>(samples(2));
		samples.add(late);
		samples.add(ahead);
		assertThat(Delivery.of(new Batch(List.of(this.row), samples), this.store, LATE))
			.extracting(SetAside::row, SetAside::why)
			.containsExactly(tuple(late, SetAside.Why.LATE), tuple(ahead, SetAside.Why.OUTSIDE));
		assertThat(this.store.written).hasSize(3);
		assertThat(Delivery.of(new Batch(List.of(), List.of(late)), this.store, LATE)).hasSize(1);
	}

	@Test
	void missingPartitionsAreMadeOnce() {
		this.store.partitioned = true;
		assertThat(Delivery.of(new Batch(List.of(), samples(3)), this.store, LATE)).isEmpty();
		assertThat(this.store.days).containsExactly(LocalDate.ofInstant(Metered.START, ZoneOffset.UTC));
		assertThat(this.store.written).hasSize(3);
		this.store.days.clear();
		this.store.deaf = true;
		assertThatThrownBy(() -> Delivery.of(new Batch(List.of(), samples(3)), this.store, LATE)).rootCause()
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
		public boolean connect() {
			return false;
		}

		@Override
		public Instant now() {
			return Metered.at(3600);
		}

		@Override
		public void rest() {
			// there is no connection to close
		}

		@Override
		public void ensurePartition(LocalDate day) {
			if (!this.deaf) {
				this.days.add(day);
			}
		}

	}

}
