package io.slicemeter.slice;

import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class UnattributedTests {

	@Test
	void isTheIncreaseOfTheSliceWithoutThatOfItsRuns() {
		assertThat(Unattributed.of(List.of(10L, 30L, 60L), List.of(10L, 25L, 45L))).containsExactly(0L, 5L, 10L);
	}

	@Test
	void mayBeNegativeInOneBucketAndEvensOut() {
		assertThat(Unattributed.of(List.of(10L, 30L), List.of(14L, 30L))).containsExactly(-4L, 4L);
	}

	@Test
	void hasGapsWhereTheSliceHasAndNoneWhereNothingRan() {
		assertThat(Unattributed.of(Arrays.asList(10L, null, 40L, 41L), Arrays.asList(null, 5L, 25L, null)))
			.containsExactly(10L, null, 5L, 1L);
		assertThat(Unattributed.of(List.of(3L), List.of())).containsExactly(3L);
	}

}
