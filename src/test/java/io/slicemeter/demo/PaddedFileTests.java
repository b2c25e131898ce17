package io.slicemeter.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PaddedFileTests {

	@TempDir
	private Path directory;

	@Test
	void everyContentHasTheSameLength() throws IOException {
		Path path = this.directory.resolve("memory.current");
		try (PaddedFile file = PaddedFile.create(path, 8, "1234567\n")) {
			file.write("12\n");
			assertThat(path).hasContent("12\n\n\n\n\n\n");
			file.write("123456\n");
			assertThat(path).hasContent("123456\n\n");
		}
	}

	@Test
	void aFileThatIsNotKeptOpenIsWrittenWhereItLiesByThen() throws IOException {
		Path made = this.directory.resolve("made");
		Path path = this.directory.resolve("memory.current");
		try (PaddedFile file = PaddedFile.create(made, 4, "123\n").openedToWrite(path)) {
			Files.move(made, path);
			file.write("4\n");
			assertThat(path).hasContent("4\n\n\n");
		}
	}

	@Test
	void whatFollowsStays() throws IOException {
		Path path = this.directory.resolve("stat");
		try (PaddedFile file = PaddedFile.create(path, 4, "abc\n").followedBy("tail\n")) {
			file.write("x\n");
			assertThat(path).hasContent("x\n\n\ntail\n");
		}
	}

	@Test
	void theSameContentIsNotWrittenAgain() throws IOException {
		Path path = this.directory.resolve("cpu.stat");
		try (PaddedFile file = PaddedFile.create(path, 4, "abc\n")) {
			Files.writeString(path, "xyz\n");
			file.write("abc\n");
			assertThat(path).hasContent("xyz\n");
		}
	}

	@Test
	void whatDoesNotFitIsRefused() {
		Path path = this.directory.resolve("io.stat");
		try (PaddedFile file = PaddedFile.create(path, 4, "abc\n")) {
			assertThatIllegalArgumentException().isThrownBy(() -> file.write("abcd\n"))
				.withMessageContaining("io.stat");
		}
	}

}
