package io.slicemeter.sampling;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.slicemeter.cgroup.Population;
import io.slicemeter.cgroup.ReadOutcome;
import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;
import io.slicemeter.sampling.ExitLook.Found;
import org.junit.jupiter.api.Test;

import static io.slicemeter.cgroup.Population.EMPTY;
import static io.slicemeter.cgroup.Population.POPULATED;
import static io.slicemeter.cgroup.Population.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

class ExitLookTests {

	private final Deque<Population> populations = new ArrayDeque<>();

	private final Readings readings = new Readings();

	private long usageUsec;

	private boolean gone;

	private final ExitLook exit = new ExitLook(this.populations::remove, (into) -> {
		into.set(Metric.CPU_USAGE_USEC, this.usageUsec);
		return this.gone ? ReadOutcome.ENDING : ReadOutcome.READ;
	});

	private Found look(Population... populations) {
		this.populations.addAll(List.of(populations));
		Found found = this.exit.look(this.readings);
		assertThat(this.populations).isEmpty();
		return found;
	}

	@Test
	void aCgroupThatNobodyCameIntoYetHasNoExit() {
		assertThat(look(EMPTY)).isEqualTo(Found.NOT_YET);
	}

	@Test
	void whoWasSeenInAndIsOutHasLeft() {
		assertThat(look(POPULATED)).isEqualTo(Found.NOT_YET);
		assertThat(look(EMPTY)).isEqualTo(Found.READ);
	}

	@Test
	void whoCameAndLeftUnseenIsToldByTheCpuTime() {
		this.usageUsec = 7;
		assertThat(look(EMPTY, EMPTY)).isEqualTo(Found.READ);
		assertThat(this.readings.get(Metric.CPU_USAGE_USEC)).isEqualTo(7);
	}

	@Test
	void whoComesInBetweenTheTwoLooksHasNotLeft() {
		this.usageUsec = 7;
		assertThat(look(EMPTY, POPULATED)).isEqualTo(Found.NOT_YET);
		this.usageUsec = 900;
		assertThat(look(EMPTY)).isEqualTo(Found.READ);
		assertThat(this.readings.get(Metric.CPU_USAGE_USEC)).isEqualTo(900);
	}

	@Test
	void aCgroupThatIsGoneWasMissed() {
		assertThat(look(UNKNOWN)).isEqualTo(Found.MISSED);
		this.usageUsec = 7;
		assertThat(look(EMPTY, UNKNOWN)).isEqualTo(Found.MISSED);
		this.gone = true;
		assertThat(look(EMPTY)).isEqualTo(Found.MISSED);
	}

}
