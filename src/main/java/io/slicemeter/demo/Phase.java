package io.slicemeter.demo;

import java.util.random.RandomGenerator;

/// One stretch of a run's life, in which it does one kind of thing.
sealed interface Phase {

	double MIB = 1024.0 * 1024.0;

	/// How long it lasts.
	double seconds();

	/// What the run wants now.
	/// @param elapsedSeconds since the phase began
	Demand demand(double elapsedSeconds, RandomGenerator random);

	/// Whether the OOM killer ends the whole run here, and not one of its processes.
	default boolean fatalWhenKilled() {
		return false;
	}

	/// The same, passing so many times faster.
	Phase paced(double pace);

	/// Waits for a job.
	record Idle(double seconds) implements Phase {

		@Override
		public Demand demand(double elapsedSeconds, RandomGenerator random) {
			return new Demand(0.004 + 0.012 * random.nextDouble(), 64 * MIB, 40 * MIB, 200 * random.nextDouble(),
					150 * random.nextDouble(), 0, 500, 14);
		}

		@Override
		public Idle paced(double pace) {
			return new Idle(this.seconds / pace);
		}

	}

	/// Fetches sources, images and dependencies, which end up in the page cache.
	record Download(double seconds, double bytesPerSecond) implements Phase {

		@Override
		public Demand demand(double elapsedSeconds, RandomGenerator random) {
			double rate = this.bytesPerSecond * (0.6 + 0.8 * random.nextDouble());
			return new Demand(0.15 + rate / (160 * MIB), 110 * MIB, 60 * MIB + rate * Math.min(elapsedSeconds, 20),
					rate, rate / 45, 0, rate * 0.95, 22);
		}

		@Override
		public Download paced(double pace) {
			return new Download(this.seconds / pace, this.bytesPerSecond);
		}

	}

	/// A burst of compilers on all cores; at its end one linker with much memory.
	record Compile(double seconds, double cores, double anonymousBytes) implements Phase {

		private static final double LINKING_FROM = 0.85;

		@Override
		public Demand demand(double elapsedSeconds, RandomGenerator random) {
			double progress = elapsedSeconds / this.seconds;
			if (progress > LINKING_FROM) {
				return new Demand(1, this.anonymousBytes, 700 * MIB, 0, 0, 2 * MIB, 25 * MIB * random.nextDouble(), 18);
			}
			double wave = 0.75 + 0.25 * Math.sin(elapsedSeconds / 7) + 0.15 * random.nextGaussian();
			double memory = this.anonymousBytes * (0.35 + 0.4 * progress + 0.08 * Math.sin(elapsedSeconds / 3));
			double cold = (progress < 0.2) ? 12 * MIB : 0.5 * MIB;
			return new Demand(Math.max(0.1, this.cores * wave), memory, 350 * MIB + 350 * MIB * progress, 0, 0,
					cold * random.nextDouble(), 8 * MIB * random.nextDouble(), 16 + (int) Math.ceil(this.cores * 3));
		}

		@Override
		public Compile paced(double pace) {
			return new Compile(this.seconds / pace, this.cores, this.anonymousBytes);
		}

	}

	/// Suites one after the other: each begins with set-up and traffic to its services,
	/// then computes.
	record Test(double seconds, double cores, double anonymousBytes) implements Phase {

		private static final double SUITE_SECONDS = 14;

		private static final double SETUP_SECONDS = 4;

		@Override
		public Demand demand(double elapsedSeconds, RandomGenerator random) {
			boolean setup = elapsedSeconds % SUITE_SECONDS < SETUP_SECONDS;
			double cores = setup ? 0.2 : this.cores * (0.8 + 0.3 * random.nextDouble());
			double traffic = setup ? 1.5 * MIB : 0.1 * MIB;
			return new Demand(cores, this.anonymousBytes * (setup ? 0.8 : 1), 500 * MIB, traffic * random.nextDouble(),
					traffic * 0.6 * random.nextDouble(), 0.2 * MIB * random.nextDouble(),
					1.5 * MIB * random.nextDouble(), setup ? 34 : 28);
		}

		@Override
		public Test paced(double pace) {
			return new Test(this.seconds / pace, this.cores, this.anonymousBytes);
		}

	}

	/// Sends what was built away.
	record Upload(double seconds, double bytesPerSecond) implements Phase {

		@Override
		public Demand demand(double elapsedSeconds, RandomGenerator random) {
			double rate = this.bytesPerSecond * (0.7 + 0.6 * random.nextDouble());
			return new Demand(0.1 + rate / (200 * MIB), 120 * MIB, 600 * MIB, rate / 60, rate, rate * 0.1, 2000, 18);
		}

		@Override
		public Upload paced(double pace) {
			return new Upload(this.seconds / pace, this.bytesPerSecond);
		}

	}

	/// Forgets to give memory back, until the OOM killer comes.
	record Leak(double seconds, double bytesPerSecond) implements Phase {

		@Override
		public Demand demand(double elapsedSeconds, RandomGenerator random) {
			return new Demand(0.12 + 0.2 * random.nextDouble(), 90 * MIB + this.bytesPerSecond * elapsedSeconds,
					120 * MIB, 9000 * random.nextDouble(), 4000 * random.nextDouble(), 0, 20_000 * random.nextDouble(),
					21);
		}

		@Override
		public boolean fatalWhenKilled() {
			return true;
		}

		@Override
		public Leak paced(double pace) {
			return new Leak(this.seconds / pace, this.bytesPerSecond * pace);
		}

	}

	/// An agent that waits for its model, and now and then runs a tool.
	record Think(double seconds, double anonymousBytes) implements Phase {

		private static final double TURN_SECONDS = 23;

		private static final double TOOL_SECONDS = 5;

		@Override
		public Demand demand(double elapsedSeconds, RandomGenerator random) {
			boolean tool = elapsedSeconds % TURN_SECONDS < TOOL_SECONDS;
			return new Demand(tool ? 0.5 + 0.7 * random.nextDouble() : 0.02 + 0.03 * random.nextDouble(),
					this.anonymousBytes * (tool ? 1.25 : 1), 220 * MIB, (tool ? 2000 : 25_000) * random.nextDouble(),
					(tool ? 1000 : 14_000) * random.nextDouble(), tool ? MIB * random.nextDouble() : 0,
					tool ? 0.7 * MIB * random.nextDouble() : 800, tool ? 27 : 19);
		}

		@Override
		public Think paced(double pace) {
			return new Think(this.seconds / pace, this.anonymousBytes);
		}

	}

}
