package io.slicemeter.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

import io.slicemeter.runner.Limit;
import io.slicemeter.runner.Limits;

/// What a runner is for, which decides what a life of it is like.
sealed interface RunnerKind {

	/// The kinds of the first runners; those after them repeat these.
	List<RunnerKind> ROSTER = List.of(new Build(), new Tests(), new Build(), new Agent(), new Leaky(), new Build(),
			new Tests(), new Agent(), new Mirror(), new Build(), new Tests(), new Agent());

	/// The beginning of its runners' names.
	String label();

	DemoSlice slice();

	String image();

	Limits limits();

	/// Whether each life is a new container, rather than a restart of the same one.
	boolean isEphemeral();

	/// Everything that it does in one life, in order.
	List<Phase> life(RandomGenerator random);

	/// How a life ends that nobody cuts short.
	default int exitCode(RandomGenerator random) {
		return 0;
	}

	private static double between(RandomGenerator random, double least, double most) {
		return least + (most - least) * random.nextDouble();
	}

	private static Limits limits(long cpuMillicores, long memoryMib, long pids) {
		return new Limits((cpuMillicores > 0) ? Limit.of(cpuMillicores) : Limit.UNLIMITED, Limit.of(memoryMib << 20),
				Limit.of(pids));
	}

	/// Compiles and tests a few commits, then gives place to a fresh container.
	record Build() implements RunnerKind {

		private static final double USUAL_LARGEST_MIB = 2600;

		@Override
		public String label() {
			return "build";
		}

		@Override
		public DemoSlice slice() {
			return DemoSlice.RUNNERS;
		}

		@Override
		public String image() {
			return "registry.example/ci/build:21";
		}

		@Override
		public Limits limits() {
			return RunnerKind.limits(2500, 3072, 2048);
		}

		@Override
		public boolean isEphemeral() {
			return true;
		}

		@Override
		public List<Phase> life(RandomGenerator random) {
			List<Phase> life = new ArrayList<>();
			int jobs = 2 + random.nextInt(3);
			for (int job = 0; job < jobs; job++) {
				life.add(new Phase.Idle(between(random, 4, 70)));
				life.add(new Phase.Download(between(random, 6, 20), between(random, 8, 30) * Phase.MIB));
				// now and then a compiler needs more than there is
				double memoryMib = (random.nextInt(25) == 0) ? 3400 : between(random, 900, USUAL_LARGEST_MIB);
				life.add(new Phase.Compile(between(random, 60, 170), between(random, 2, 3.5), memoryMib * Phase.MIB));
				life.add(new Phase.Test(between(random, 30, 90), between(random, 0.8, 1.8), 700 * Phase.MIB));
				life.add(new Phase.Upload(between(random, 3, 9), 14 * Phase.MIB));
			}
			return life;
		}

	}

	/// Runs test suites, longer than it builds.
	record Tests() implements RunnerKind {

		@Override
		public String label() {
			return "test";
		}

		@Override
		public DemoSlice slice() {
			return DemoSlice.RUNNERS;
		}

		@Override
		public String image() {
			return "registry.example/ci/test:21";
		}

		@Override
		public Limits limits() {
			return RunnerKind.limits(1500, 2048, 1024);
		}

		@Override
		public boolean isEphemeral() {
			return true;
		}

		@Override
		public List<Phase> life(RandomGenerator random) {
			List<Phase> life = new ArrayList<>();
			int jobs = 2 + random.nextInt(4);
			for (int job = 0; job < jobs; job++) {
				life.add(new Phase.Idle(between(random, 5, 80)));
				life.add(new Phase.Download(between(random, 3, 10), between(random, 5, 20) * Phase.MIB));
				life.add(new Phase.Test(between(random, 90, 300), between(random, 0.7, 1.9),
						between(random, 400, 1300) * Phase.MIB));
			}
			return life;
		}

		@Override
		public int exitCode(RandomGenerator random) {
			return (random.nextInt(6) == 0) ? 1 : 0;
		}

	}

	/// A service under test that leaks, is killed, and restarted.
	record Leaky() implements RunnerKind {

		@Override
		public String label() {
			return "staging";
		}

		@Override
		public DemoSlice slice() {
			return DemoSlice.RUNNERS;
		}

		@Override
		public String image() {
			return "registry.example/app/staging:1.9";
		}

		@Override
		public Limits limits() {
			return RunnerKind.limits(1000, 512, 512);
		}

		@Override
		public boolean isEphemeral() {
			return false;
		}

		@Override
		public List<Phase> life(RandomGenerator random) {
			return List.of(new Phase.Idle(between(random, 10, 40)),
					new Phase.Leak(86_400, between(random, 0.5, 1.1) * Phase.MIB));
		}

	}

	/// Fetches what the others build from.
	record Mirror() implements RunnerKind {

		@Override
		public String label() {
			return "mirror";
		}

		@Override
		public DemoSlice slice() {
			return DemoSlice.RUNNERS;
		}

		@Override
		public String image() {
			return "registry.example/ci/mirror:4";
		}

		@Override
		public Limits limits() {
			return RunnerKind.limits(0, 1024, 512);
		}

		@Override
		public boolean isEphemeral() {
			return false;
		}

		@Override
		public List<Phase> life(RandomGenerator random) {
			List<Phase> life = new ArrayList<>();
			int rounds = 6 + random.nextInt(10);
			for (int round = 0; round < rounds; round++) {
				life.add(new Phase.Idle(between(random, 20, 120)));
				life.add(new Phase.Download(between(random, 15, 70), between(random, 15, 55) * Phase.MIB));
				life.add(new Phase.Upload(between(random, 4, 20), between(random, 10, 30) * Phase.MIB));
			}
			return life;
		}

	}

	/// A coding agent: idle for the most part.
	record Agent() implements RunnerKind {

		@Override
		public String label() {
			return "agent";
		}

		@Override
		public DemoSlice slice() {
			return DemoSlice.AGENTS;
		}

		@Override
		public String image() {
			return "registry.example/agents/coder:7";
		}

		@Override
		public Limits limits() {
			return RunnerKind.limits(1000, 2048, 1024);
		}

		@Override
		public boolean isEphemeral() {
			return false;
		}

		@Override
		public List<Phase> life(RandomGenerator random) {
			List<Phase> life = new ArrayList<>();
			int tasks = 4 + random.nextInt(5);
			for (int task = 0; task < tasks; task++) {
				life.add(new Phase.Think(between(random, 200, 600), between(random, 180, 420) * Phase.MIB));
				life.add(new Phase.Compile(between(random, 10, 40), 1.2, between(random, 400, 900) * Phase.MIB));
				life.add(new Phase.Idle(between(random, 30, 200)));
			}
			return life;
		}

	}

	/// A job of some seconds in a container of its own, gone when it is done.
	record ShortJob(String label) implements RunnerKind {

		static final List<String> LABELS = List.of("lint", "unit", "docs", "package", "scan");

		@Override
		public DemoSlice slice() {
			return DemoSlice.RUNNERS;
		}

		@Override
		public String image() {
			return "registry.example/ci/" + this.label + ":3";
		}

		@Override
		public Limits limits() {
			return RunnerKind.limits(1000, 512, 256);
		}

		@Override
		public boolean isEphemeral() {
			return true;
		}

		@Override
		public List<Phase> life(RandomGenerator random) {
			return List.of(new Phase.Download(between(random, 0.5, 2.5), between(random, 2, 12) * Phase.MIB),
					new Phase.Test(between(random, 2, 25), between(random, 0.4, 1.1),
							between(random, 60, 260) * Phase.MIB));
		}

		@Override
		public int exitCode(RandomGenerator random) {
			return (random.nextInt(10) == 0) ? 1 : 0;
		}

	}

}
