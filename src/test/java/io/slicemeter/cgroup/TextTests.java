package io.slicemeter.cgroup;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class TextTests {

	private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

	@TempDir
	Path directory;

	private final Text text = new Text();

	@ParameterizedTest
	@CsvSource({ "0, 0", "7, 7", "000, 0", "9223372036854775807, 9223372036854775807", "9223372036854775808, -2",
			"18446744073709551615, -2", "18446744073709551616, -1", "18446744073709551620, -1",
			"99999999999999999999, -1", "'', -1", "-1, -1", "+1, -1", "1.5, -1", "1e3, -1", "0x10, -1", "12a, -1",
			"٣, -1" })
	void readsUnsignedNumbers(String word, long number) {
		assertThat(number(word)).isEqualTo(number);
	}

	@Test
	void agreesWithBigIntegersOnNumbersAroundTheBounds() {
		Random random = new Random(42);
		for (int round = 0; round < 5_000; round++) {
			BigInteger value = new BigInteger(1 + random.nextInt(68), random);
			if (random.nextBoolean()) {
				value = BigInteger.ONE.shiftLeft(63 + random.nextInt(3))
					.add(BigInteger.valueOf(random.nextInt(41) - 20));
			}
			long expected = (value.bitLength() < 64) ? value.longValue()
					: (value.compareTo(TWO_TO_64) < 0) ? Text.TOO_LARGE : Text.MALFORMED;
			assertThat(number(value.toString())).as(value.toString()).isEqualTo(expected);
		}
	}

	@Test
	void goesOverLinesAndWords() {
		hold("a  1\n\n\tb 2 \nlast");

		assertThat(this.text.nextLine()).isTrue();
		assertThat(this.text.nextWord()).isTrue();
		assertThat(this.text.word()).isEqualTo("a");
		assertThat(this.text.nextWord()).isTrue();
		assertThat(this.text.number()).isEqualTo(1);
		assertThat(this.text.nextWord()).isFalse();
		assertThat(this.text.nextLine()).isTrue();
		assertThat(this.text.nextWord()).isFalse();
		assertThat(this.text.nextLine()).isTrue();
		assertThat(this.text.nextWord()).isTrue();
		assertThat(this.text.word()).isEqualTo("b");
		assertThat(this.text.nextLine()).isTrue();
		assertThat(this.text.nextWord()).isTrue();
		assertThat(this.text.word()).isEqualTo("last");
		assertThat(this.text.nextLine()).isFalse();
	}

	/// Sizes around a page, the initial buffer and its double.
	@ParameterizedTest
	@ValueSource(ints = { 0, 1, 3071, 3072, 4096, 8191, 8192, 8193, 16384, 100_000 })
	void readsFilesOfAnySizeWholeAndAgainFromTheirBegin(int size) throws IOException {
		Path file = this.directory.resolve("file");
		Files.writeString(file, "x".repeat(size));
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
			for (int round = 0; round < 3; round++) {
				this.text.read(channel);
				assertThat(this.text.nextLine()).isEqualTo(size > 0);
				assertThat(this.text.lineBehind(0)).hasSize(size);
				assertThat(this.text.nextLine()).isFalse();
			}
			Files.writeString(file, "short\n");
			this.text.read(channel);
			this.text.nextLine();
			assertThat(this.text.lineBehind(0)).isEqualTo("short");
			assertThat(this.text.nextLine()).isFalse();
		}
	}

	/// The kernel gives at most a page of a file that it makes line by line, whatever the
	/// buffer holds.
	@ParameterizedTest
	@ValueSource(
			strings = { "/proc/self/maps", "/proc/self/smaps", "/proc/devices", "/proc/stat", "/proc/self/mounts" })
	void readsRealKernelFilesOfSeveralPagesWhole(String name) throws IOException {
		Path file = Path.of(name);
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
			this.text.read(channel);
			long lines = 0;
			while (this.text.nextLine()) {
				lines++;
			}
			assertThat(lines).isCloseTo(Files.readString(file).lines().count(), Percentage.withPercentage(20));
		}
	}

	private long number(String word) {
		hold(word);
		this.text.nextLine();
		this.text.nextWord();
		return this.text.number();
	}

	private void hold(String content) {
		this.text.hold(content.getBytes(StandardCharsets.UTF_8));
	}

}
