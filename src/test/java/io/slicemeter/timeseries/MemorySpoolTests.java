package io.slicemeter.timeseries;

import java.util.List;

import io.slicemeter.runner.Readings;
import io.slicemeter.runner.RunKey;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class MemorySpoolTests {

	private final MemorySpool spool = new MemorySpool(3);

	private final RunKey run = Metered.newRun();

	private Sample sample(double at) {
		return new RunSample(this.run, Metered.at(at), null, false, null, new Readings());
	}

	private CatalogueRow row(RunKey key, long revision) {
		return new CatalogueRow.OfRun(Metered.record(key, revision, 0, true, null));
	}

	@Test
	void takesWhatFitsAndTellsHowManyDidNot() {
		assertThat(this.spool.append(List.of(sample(0), sample(1)))).isZero();
		assertThat(this.spool.append(List.of(sample(2), sample(3), sample(4)))).isEqualTo(2);
		assertThat(this.spool.append(List.of(sample(5)))).isEqualTo(1);
		assertThat(this.spool.next(10).samples()).containsExactly(sample(0), sample(1), sample(2));
		assertThat(this.spool.depth()).isEqualTo(3);
		assertThat(this.spool.oldest()).isEqualTo(Metered.at(0));
	}

	@Test
	void showsTheSameUntilItIsCommitted() {
		this.spool.append(List.of(sample(0), sample(1), sample(2)));
		Batch batch = this.spool.next(2);
		assertThat(this.spool.next(2)).isEqualTo(batch);
		this.spool.commit(batch);
		assertThat(this.spool.append(List.of(sample(3)))).isZero();
		assertThat(this.spool.next(2).samples()).containsExactly(sample(2), sample(3));
	}

	@Test
	void keepsOfEachCatalogueRowTheNewestRevision() {
		RunKey other = Metered.newRun();
		this.spool.record(row(this.run, 2));
		this.spool.record(row(other, 1));
		this.spool.record(row(this.run, 1));
		this.spool.record(row(this.run, 3));
		assertThat(this.spool.next(0).catalogue()).containsExactlyInAnyOrder(row(this.run, 3), row(other, 1));
	}

	@Test
	void aRevisionThatCameWhileItsElderWasWrittenStays() {
		this.spool.record(row(this.run, 1));
		Batch batch = this.spool.next(0);
		this.spool.record(row(this.run, 2));
		this.spool.commit(batch);
		assertThat(this.spool.next(0).catalogue()).containsExactly(row(this.run, 2));
	}

	@Test
	void aFullQueueStillTakesCatalogueRows() {
		this.spool.append(List.of(sample(0), sample(1), sample(2)));
		for (int number = 0; number < 100; number++) {
			this.spool.record(row(Metered.newRun(), 1));
		}
		assertThat(this.spool.next(0).catalogue()).hasSize(100);
	}

	@Test
	void anEmptyOneHasNoOldest() {
		assertThat(this.spool.oldest()).isNull();
		assertThat(this.spool.next(10).isEmpty()).isTrue();
	}

}
