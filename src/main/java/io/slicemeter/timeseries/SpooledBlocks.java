package io.slicemeter.timeseries;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The blocks of samples that are in the file, oldest first, and how far the writer is
/// with them. What is written stays for a while, to be written again.
///
/// Not thread-safe: its spool's lock guards it.
final class SpooledBlocks {

	private final Deque<SpoolFile.Block> blocks;

	/// When blocks were written to the database: each entry all up to its number.
	private final Deque<Written> recently = new ArrayDeque<>();

	/// All blocks up to this one are in the database, as far as is known.
	private long writtenTo;

	/// The last block that was written since the last rewind.
	private long position;

	private long bytes;

	private int waiting;

	/// @param number all blocks up to this one
	/// @param nanos when
	private record Written(long number, long nanos) {
	}

	/// @param blocks what is in the file
	/// @param writtenTo the last block that an earlier process wrote
	SpooledBlocks(Deque<SpoolFile.Block> blocks, long writtenTo) {
		this.blocks = new ArrayDeque<>();
		this.writtenTo = writtenTo;
		blocks.forEach(this::add);
		this.recently.add(new Written(writtenTo, System.nanoTime()));
	}

	void add(SpoolFile.Block block) {
		this.blocks.add(block);
		this.bytes += block.bytes();
		this.waiting += waits(block) ? block.samples() : 0;
	}

	/// The oldest blocks that are to be written.
	/// @param samples how many are enough
	List<SpoolFile.Block> next(int samples) {
		List<SpoolFile.Block> next = new ArrayList<>();
		int count = 0;
		for (SpoolFile.Block block : this.blocks) {
			if (block.number() > this.position) {
				if (count >= samples) {
					break;
				}
				next.add(block);
				count += block.samples();
			}
		}
		return next;
	}

	/// All blocks up to one are written.
	void written(long number) {
		for (SpoolFile.Block block : this.blocks) {
			if (block.number() > number) {
				break;
			}
			this.waiting -= waits(block) ? block.samples() : 0;
		}
		this.position = Math.max(this.position, number);
		if (number > this.writtenTo) {
			this.writtenTo = number;
			this.recently.add(new Written(number, System.nanoTime()));
		}
	}

	long writtenTo() {
		return this.writtenTo;
	}

	/// Everything that is there is to be written, whether it was or not.
	void rewind() {
		this.position = 0;
	}

	/// The last block that was written so long ago; 0 if there is none.
	long writtenBefore(Duration ago) {
		long before = System.nanoTime() - ago.toNanos();
		long last = 0;
		for (Written written : this.recently) {
			if (written.nanos() - before <= 0) {
				last = written.number();
			}
		}
		return last;
	}

	/// Whether no block up to this one is there any more.
	boolean isForgotten(long upTo) {
		return this.blocks.isEmpty() || this.blocks.getFirst().number() > upTo;
	}

	/// The blocks up to one are gone from the file.
	/// @return how many samples in them were never written
	int forget(long upTo) {
		int lost = 0;
		while (!this.blocks.isEmpty() && this.blocks.getFirst().number() <= upTo) {
			SpoolFile.Block block = this.blocks.removeFirst();
			this.bytes -= block.bytes();
			lost += waits(block) ? block.samples() : 0;
		}
		this.waiting -= lost;
		while (!this.recently.isEmpty() && this.recently.getFirst().number() <= upTo) {
			this.recently.removeFirst();
		}
		this.writtenTo = Math.max(this.writtenTo, upTo);
		this.position = Math.max(this.position, upTo);
		return lost;
	}

	/// The last of the oldest blocks that have to go for the rest to fit; 0 if all fit.
	/// The newest stays in any case.
	long surplus(long maxBytes) {
		long left = this.bytes;
		long last = 0;
		for (SpoolFile.Block block : this.blocks) {
			if (left <= maxBytes || block == this.blocks.getLast()) {
				break;
			}
			left -= block.bytes();
			last = block.number();
		}
		return last;
	}

	long bytes() {
		return this.bytes;
	}

	/// How many samples were never written.
	int waiting() {
		return this.waiting;
	}

	/// The moment of the oldest sample that was never written, in µs since the epoch; -1
	/// if there is none.
	long oldestUsec() {
		for (SpoolFile.Block block : this.blocks) {
			if (waits(block)) {
				return block.oldestUsec();
			}
		}
		return -1;
	}

	private boolean waits(SpoolFile.Block block) {
		return block.number() > this.writtenTo;
	}

}
