package io.slicemeter.demo;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.slicemeter.timeseries.Intake;
import io.slicemeter.timeseries.Sample;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Hands a history over to the road that live samples take, beside them: never more at a
/// time than leaves room for these.
final class Feed {

	private static final Logger logger = LoggerFactory.getLogger(Feed.class);

	private static final int PORTION = 2_000;

	private static final long PAUSE_MILLIS = 25;

	private final List<Sample> samples;

	private final Intake intake;

	private final CountDownLatch stopped = new CountDownLatch(1);

	private final Thread thread;

	private Feed(List<Sample> samples, Intake intake) {
		this.samples = samples;
		this.intake = intake;
		this.thread = Thread.ofPlatform().daemon().name("slicemeter-demo-history").unstarted(this::run);
	}

	/// Begins, and returns at once.
	static Feed start(History history, Intake intake) {
		history.runs().forEach(intake::record);
		Feed feed = new Feed(history.samples(), intake);
		feed.thread.start();
		return feed;
	}

	private void run() {
		int fed = 0;
		try {
			while (fed < this.samples.size() && !this.stopped.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
				List<Sample> portion = this.samples.subList(fed, Math.min(fed + PORTION, this.samples.size()));
				fed += portion.size() - this.intake.append(portion);
			}
			if (fed < this.samples.size()) {
				logger.info("{} samples of the history were not written any more", this.samples.size() - fed);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/// Ends it, done or not.
	void stop() throws InterruptedException {
		this.stopped.countDown();
		this.thread.join();
	}

}
