package io.slicemeter.cgroup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

import io.slicemeter.runner.Metric;
import io.slicemeter.runner.Readings;

/// The content of one kernel file and a cursor over its lines and words. Belongs to a
/// thread and is used for one file after the other: reading and parsing allocate nothing
/// once the buffer has grown to the largest file.
///
/// A last line without its newline counts like any other: the kernel always writes it,
/// people who write test trees don't.
final class Text {

	/// What [#number()] gives for a word that is no unsigned 64-bit number. Negative
	/// values instead of an `OptionalLong`, which would allocate.
	static final long MALFORMED = -1;

	/// What [#number()] gives for 2^63 up to 2^64-1.
	static final long TOO_LARGE = -2;

	private static final ThreadLocal<Text> OF_THREAD = ThreadLocal.withInitial(Text::new);

	private static final int INITIAL_SIZE = 8192;

	/// A read that returns fewer bytes than this has seen the whole file. The kernel
	/// fills at most one page per read of a file that it makes line by line (`net/dev`),
	/// ending before the line that does not fit; none of these lines is longer than 1
	/// KiB.
	private static final int SURELY_WHOLE = 3072;

	private static final long LAST_SAFE_VALUE = (Long.MAX_VALUE - 9) / 10;

	/// (2^64-1) / 10, as the largest value that can take another digit.
	private static final long LAST_UNSIGNED_VALUE = Long.divideUnsigned(-1L, 10);

	private ByteBuffer buffer = ByteBuffer.allocateDirect(INITIAL_SIZE);

	/// Parsing an array is faster than parsing a direct buffer, even with the copy.
	private byte[] bytes = new byte[INITIAL_SIZE];

	private KernelFile file = KernelFile.CPU_STAT;

	private Path path = Path.of("");

	private ParseFaults faults = new ParseFaults();

	private int end;

	private int nextLine;

	private int lineEnd;

	private int wordStart;

	private int wordEnd;

	/// The calling thread's own.
	static Text ofThread() {
		return OF_THREAD.get();
	}

	/// Says which file is read next, for what is wrong with it.
	Text of(KernelFile file, Path path, ParseFaults faults) {
		this.file = file;
		this.path = path;
		this.faults = faults;
		return this;
	}

	/// Takes the content of a kept channel from its begin: one system call, but for files
	/// of several pages.
	void read(FileChannel channel) throws IOException {
		read(channel, SURELY_WHOLE);
	}

	/// Takes the content of a channel and asks until there is no more, for files with
	/// long records.
	void readToEnd(FileChannel channel) throws IOException {
		read(channel, 1);
	}

	private void read(FileChannel channel, int surelyWhole) throws IOException {
		this.buffer.clear();
		int length = 0;
		int count;
		do {
			if (!this.buffer.hasRemaining()) {
				grow();
			}
			count = channel.read(this.buffer, length);
			length += Math.max(count, 0);
		}
		while (count >= surelyWhole || (count > 0 && !this.buffer.hasRemaining()));
		this.buffer.get(0, this.bytes, 0, length);
		this.end = length;
		rewind();
	}

	private void grow() {
		ByteBuffer larger = ByteBuffer.allocateDirect(this.buffer.capacity() * 2);
		larger.put(this.buffer.flip());
		this.buffer = larger;
		this.bytes = new byte[larger.capacity()];
	}

	/// Takes some bytes as the content.
	void hold(byte[] content) {
		if (content.length > this.bytes.length) {
			this.buffer = ByteBuffer.allocateDirect(content.length);
			this.bytes = new byte[content.length];
		}
		System.arraycopy(content, 0, this.bytes, 0, content.length);
		this.end = content.length;
		rewind();
	}

	/// Goes back to before the first line.
	void rewind() {
		this.nextLine = 0;
		this.lineEnd = 0;
		this.wordStart = 0;
		this.wordEnd = 0;
	}

	/// Goes to the next line, before its first word.
	boolean nextLine() {
		if (this.nextLine >= this.end) {
			return false;
		}
		int index = this.nextLine;
		this.wordStart = index;
		this.wordEnd = index;
		while (index < this.end && this.bytes[index] != '\n') {
			index++;
		}
		this.lineEnd = index;
		this.nextLine = index + 1;
		return true;
	}

	/// Goes to the next word of the line; words are parted by blanks.
	boolean nextWord() {
		int index = this.wordEnd;
		while (index < this.lineEnd && isBlank(this.bytes[index])) {
			index++;
		}
		this.wordStart = index;
		while (index < this.lineEnd && !isBlank(this.bytes[index])) {
			index++;
		}
		this.wordEnd = index;
		return this.wordStart < index;
	}

	/// Goes to the part of the line up to a byte, without blanks before it; the next word
	/// begins behind that byte. For interface names, whose colon may touch the first
	/// number.
	boolean nextWordUpTo(char delimiter) {
		int index = this.wordEnd;
		while (index < this.lineEnd && isBlank(this.bytes[index])) {
			index++;
		}
		int start = index;
		while (index < this.lineEnd && this.bytes[index] != delimiter) {
			index++;
		}
		if (index == this.lineEnd) {
			return false;
		}
		this.wordStart = start;
		this.wordEnd = index;
		return true;
	}

	/// Leaves out the byte behind the word.
	void skipDelimiter() {
		this.wordEnd++;
	}

	/// Whether the line holds a byte.
	boolean lineHas(char wanted) {
		for (int index = this.wordEnd; index < this.lineEnd; index++) {
			if (this.bytes[index] == wanted) {
				return true;
			}
		}
		return false;
	}

	boolean wordIs(byte[] wanted) {
		return this.wordEnd - this.wordStart == wanted.length && wordStartsWith(wanted);
	}

	boolean wordStartsWith(byte[] wanted) {
		int length = wanted.length;
		return this.wordEnd - this.wordStart >= length && this.bytes[this.wordStart] == wanted[0]
				&& Arrays.equals(this.bytes, this.wordStart, this.wordStart + length, wanted, 0, length);
	}

	boolean wordMatches(InterfacePattern pattern) {
		return pattern.matches(this.bytes, this.wordStart, this.wordEnd);
	}

	/// The word as an unsigned 64-bit number: its value up to 2^63-1, else [#TOO_LARGE]
	/// or [#MALFORMED].
	long number() {
		return number(this.wordStart, this.wordEnd);
	}

	/// The rest of the word behind some bytes as a number.
	long numberBehind(int offset) {
		return number(this.wordStart + offset, this.wordEnd);
	}

	/// The part of the word before a byte as a number; [#MALFORMED] without that byte.
	long numberUpTo(char delimiter) {
		for (int index = this.wordStart; index < this.wordEnd; index++) {
			if (this.bytes[index] == delimiter) {
				return number(this.wordStart, index);
			}
		}
		return MALFORMED;
	}

	private long number(int from, int to) {
		if (from >= to) {
			return MALFORMED;
		}
		long value = 0;
		for (int index = from; index < to; index++) {
			int digit = this.bytes[index] - '0';
			if (digit < 0 || digit > 9) {
				return MALFORMED;
			}
			if (value >= 0 && value <= LAST_SAFE_VALUE) {
				value = value * 10 + digit;
				continue;
			}
			if (Long.compareUnsigned(value, LAST_UNSIGNED_VALUE) > 0) {
				return MALFORMED;
			}
			value = value * 10 + digit;
			if (Long.compareUnsigned(value, digit) < 0) {
				return MALFORMED;
			}
		}
		return (value >= 0) ? value : TOO_LARGE;
	}

	/// Takes the next word as the value of a metric; what is no such value leaves the
	/// metric absent and is counted.
	void take(Readings into, Metric metric) {
		long value = nextWord() ? number() : MALFORMED;
		if (value < 0) {
			fault(faultOf(value));
			return;
		}
		into.set(metric, value);
	}

	/// Takes the only value of a file that has no more than that.
	void takeOnly(Readings into, Metric metric) {
		if (!nextLine() || !nextWord()) {
			fault(Fault.MISSING_KEY);
			return;
		}
		this.wordEnd = this.wordStart;
		take(into, metric);
	}

	/// What the negative result of a number means.
	static Fault faultOf(long negative) {
		return (negative == TOO_LARGE) ? Fault.TOO_LARGE : Fault.MALFORMED;
	}

	/// Counts what is wrong with the file.
	void fault(Fault fault) {
		this.faults.add(this.file, fault, this.path);
	}

	/// The word as a string. For places that are not hot.
	String word() {
		return string(this.wordStart, this.wordEnd);
	}

	/// The rest of the line behind some bytes of the word. For places that are not hot.
	String lineBehind(int offset) {
		return string(this.wordStart + offset, this.lineEnd);
	}

	private String string(int from, int to) {
		return new String(this.bytes, from, to - from, StandardCharsets.UTF_8);
	}

	private static boolean isBlank(byte value) {
		return value == ' ' || value == '\t';
	}

}
