package io.slicemeter;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Map;

import io.slicemeter.testing.Browser;
import io.slicemeter.testing.RunningSlicemeter;
import io.slicemeter.testing.TestDatabase;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.Actions;
import org.postgresql.ds.PGSimpleDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/// The dashboard as users see it: in a real Chromium, over a real server and a real
/// database. Pictures of the pages lie in `target/screenshots`.
@Timeout(240)
class DashboardIT {

	/// `printf correct-horse-battery-staple | sha256sum`
	private static final String HASH = "sha256:87cbebfeebc05f7c54ac9336c4b4bbec831227a641951a4bde7edd56020f8590";

	private static final String[] API = { "slicemeter.role=api", "slicemeter.host.silent-after=1h" };

	private static PGSimpleDataSource database;

	private static RunningSlicemeter slicemeter;

	private static Browser browser;

	@BeforeAll
	static void start() throws SQLException, IOException {
		browser = Browser.start();
		database = TestDatabase.EMBEDDED.migrated();
		try (var script = DashboardIT.class.getResourceAsStream("dashboard-fleet.sql")) {
			execute(new String(script.readAllBytes(), StandardCharsets.UTF_8));
		}
		slicemeter = RunningSlicemeter.start(database, API);
	}

	@AfterAll
	static void stop() {
		if (browser != null) {
			browser.close();
		}
		if (slicemeter != null) {
			slicemeter.close();
		}
	}

	@BeforeEach
	void wide() {
		browser.resize(1400, 1000);
		browser.complaints();
	}

	/// What a test expects of complaints it takes itself.
	@AfterEach
	void nothingIsComplainedOf() {
		assertThat(complaints()).isEmpty();
	}

	@Test
	void theFleetShowsHostsSlicesAndRunners() {
		open("#/");
		browser.awaitText("[data-table=Hosts]", "silent, 3 d ago");
		assertThat(browser.text("[data-table=Hosts]")).contains("ci-01", "ci-02", "heard", "of 8", "32 GiB");
		browser.awaitText("[data-table=Slices]", "ci-runners.slice");
		browser.awaitText("[data-table=Slices] tbody tr td .badge.failed", "2");
		assertThat(browser.text("[data-table=Slices] tbody tr")).contains("cores", "GiB", "%");
		assertThat(browser.text("[data-table=Runners]")).contains("build-1", "job-060");
		browser.one("[data-table=Runners] .sparkline path");
		assertThat(tile("OOM kills")).startsWith("2");
		assertThat(tile("CPU headroom")).contains("cores");
		assertThat(tile("Hosts")).contains("1 silent");
		assertThat(browser.accessibilityFindings()).isEmpty();
		browser.screenshot("fleet");
	}

	@Test
	void aTableIsSortedByItsHeadersAndSearched() {
		open("#/?sort=runner");
		browser.awaitText("[data-table=Runners] tbody tr", "build-1");
		header("Runners", "Runner").click();
		browser.awaitText("[data-table=Runners] tbody tr", "job-060");
		WebElement sorted = header("Runners", "Runner").findElement(By.xpath(".."));
		assertThat(sorted.getDomAttribute("aria-sort")).isEqualTo("descending");
		browser.run("document.querySelector('[data-table=Runners] input').focus()");
		browser.driver().switchTo().activeElement().sendKeys("job-04");
		Awaitility.await()
			.atMost(Duration.ofSeconds(10))
			.untilAsserted(() -> assertThat(browser.all("[data-table=Runners] tbody tr")).hasSize(10));
		assertThat(browser.driver().getCurrentUrl()).contains("q=job-04").contains("sort=-runner");
		browser.driver().switchTo().activeElement().sendKeys("x");
		browser.awaitText("[data-table=Runners] .table-status", "No runner matches");
	}

	@Test
	void aRunnerShowsItsUseWithLimitRunsAndOomKills() {
		open("#/runners/deploy-1");
		browser.one(".page:not(.loading) [data-chart=cpu] canvas");
		browser.awaitText("[data-chart=memory] .legend", "1 GiB");
		assertThat(browser.text("[data-chart=cpu] .legend")).contains("throttled", "limit", "2 cores");
		assertThat(browser.all(".strip .run")).hasSize(3);
		assertThat(browser.text(".strip")).contains("exit 0", "OOM");
		assertThat(browser.all(".oom-mark")).hasSize(2);
		assertThat(browser.all(".oom-mark").getFirst().getDomAttribute("aria-label")).startsWith("OOM kill at");
		assertThat(browser.text("[data-table='Runs in the range']")).contains("6 min 52 s", "1 GiB", "50 MiB",
				"137 OOM", "yes");
		assertThat(tile("OOM kills")).isNotEmpty();
		assertThat(browser.accessibilityFindings()).isEmpty();
		browser.screenshot("runner-with-oom-kill");
	}

	@Test
	void gapsAreGapsAlsoInTheTableOfAChart() {
		open("#/runners/build-1?from=-1h");
		browser.one(".page:not(.loading) [data-chart=cpu] canvas");
		assertThat(browser.text("#range-info")).contains("step 5 s", "raw samples");
		browser.all("[data-chart=cpu] .chart-actions button").getFirst().click();
		browser.awaitText("[data-chart=cpu] .chart-table", "cores");
		Object unknown = browser.run("""
				return [...document.querySelectorAll('[data-chart=cpu] .chart-table tbody tr')]
					.filter((row) => row.children[1].textContent === '–').length""");
		// five minutes of five seconds
		assertThat(((Number) unknown).intValue()).isBetween(55, 70);
		browser.screenshot("runner-with-gap");
	}

	@Test
	void draggingOverAChartZoomsAndTheBackButtonGoesBack() {
		open("#/runners/build-1?from=-6h&live=off");
		WebElement plot = browser.one("[data-chart=cpu] .u-over");
		browser.awaitText("#range-info", "step 30 s");
		new Actions(browser.driver()).moveToElement(plot, 40, 0).clickAndHold().moveByOffset(60, 5).release().perform();
		browser.awaitText("#range-info", "step 5 s");
		assertThat(browser.driver().getCurrentUrl()).containsPattern("from=\\d{4}-").containsPattern("to=\\d{4}-");
		assertThat(browser.one("#live").isEnabled()).isFalse();
		browser.driver().navigate().back();
		browser.awaitText("#range-info", "step 30 s");
		assertThat(browser.driver().getCurrentUrl()).contains("from=-6h");
	}

	@Test
	void cursorsGoTogetherAndTheKeyboardMovesThem() {
		open("#/runners/build-1?live=off");
		browser.one(".page:not(.loading) [data-chart=memory] canvas");
		WebElement chart = browser.one("[data-chart=cpu] .chart-body");
		browser.run("arguments[0].focus()", chart);
		chart.sendKeys(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
		String moment = browser.one("[data-chart=cpu] .legend-moment").getText();
		assertThat(moment).matches("\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}");
		browser.awaitText("[data-chart=memory] .legend-moment", moment);
		assertThat(String.valueOf(browser.run("return document.getElementById('announcements').textContent")))
			.contains("used", "cores");
		String before = browser.text("#range-info");
		chart.sendKeys("+");
		Awaitility.await().until(() -> !browser.text("#range-info").equals(before));
	}

	@Test
	void aSliceShowsWhoUsesItAndWhatNobodyAccountsFor() {
		open("#/slices/ci-runners.slice");
		browser.one("[data-chart=slice-cpu] canvas");
		browser.awaitText("[data-chart=slice-cpu] .legend", "build-1");
		assertThat(browser.text("[data-chart=slice-cpu] .legend")).contains("deploy-1", "not a runner’s");
		assertThat(browser.text("[data-table='Top runners'] tbody tr")).contains("build-1").contains("%");
		assertThat(tile("Unattributed")).contains("%");
		assertThat(browser.accessibilityFindings()).isEmpty();
		browser.screenshot("slice");
	}

	@Test
	void aRunShowsItsClosingRecord() {
		open("#/runners/deploy-1");
		browser.one("[data-table='Runs in the range'] tbody tr a").click();
		browser.awaitText(".closing", "412345678");
		assertThat(browser.text(".closing")).contains("1 GiB", "from kernel", "exact", "1.43 cores");
		assertThat(browser.text(".facts")).contains("137", "busybox:local", "2 cores");
		browser.one(".page:not(.loading) [data-chart=cpu] canvas");
		assertThat(browser.all(".oom-mark")).hasSize(2);
		assertThat(browser.accessibilityFindings()).isEmpty();
		browser.screenshot("run");
	}

	@Test
	void aNewRunShowsWithinFiveSeconds() throws SQLException {
		open("#/");
		browser.awaitText("[data-table=Runners]", "build-1");
		assertThat(browser.one("#live.streaming").getDomAttribute("aria-pressed")).isEqualTo("true");
		execute("""
				insert into run (host_id, run_id, revision, runner, slice_id, slice, container_id, container_name, started_at,
				    start_seen, state)
				values (identity_of('ci-01'), 900, 1, 'fresh-1', identity_of('ci-runners.slice'), 'ci-runners.slice',
				    repeat('f', 64), 'fresh-1', now(), true, 'running')""");
		browser.awaitText("[data-table=Runners]", "fresh-1", Duration.ofSeconds(5));
		browser.one("#live").click();
		assertThat(browser.one("#live").getDomAttribute("aria-pressed")).isEqualTo("false");
	}

	@Test
	void strangersWordsStayText() {
		open("#/runners/build-2");
		browser.awaitText(".facts", "<img src=x onerror=");
		browser.one(".facts summary").click();
		browser.awaitText(".facts dl", "<script>window.struck=1</script>");
		assertThat(browser.all("main img, main script")).isEmpty();
		assertThat(browser.run("return window.struck")).isNull();
		open("#/runners/%3Cimg%20src%3Dx%3E");
		browser.awaitText(".problem", "<img src=x>");
		assertThat(browser.all("main img")).isEmpty();
		assertThat(complaints()).allMatch((complaint) -> complaint.contains("404"));
	}

	@Test
	void whatIsNotThereIsSaidAsTheServiceSaysIt() {
		open("#/runners/nobody");
		browser.awaitText(".problem", "/problems/unknown-runner");
		assertThat(browser.text(".problem")).contains("nobody", "status 404", "Try again");
		assertThat(browser.accessibilityFindings()).isEmpty();
		browser.screenshot("problem");
		assertThat(complaints()).allMatch((complaint) -> complaint.contains("404"));
	}

	@Test
	void anEmptyServiceSaysWhatIsToCome() {
		try (RunningSlicemeter empty = RunningSlicemeter.start(TestDatabase.EMBEDDED.migrated(), API)) {
			browser.open("http://127.0.0.1:%d/".formatted(empty.port()));
			browser.awaitText("[data-table=Hosts]", "No host has been heard of yet");
			browser.awaitText("[data-table=Runners]", "A container shows up here within seconds");
			assertThat(browser.accessibilityFindings()).isEmpty();
			browser.screenshot("empty");
			browser.open("about:blank");
		}
	}

	@Test
	void aStoppedServerIsToldAndWhatWasShownStays() {
		try (RunningSlicemeter mortal = RunningSlicemeter.start(database, API)) {
			browser.open("http://127.0.0.1:%d/#/runners/build-1".formatted(mortal.port()));
			browser.one(".page:not(.loading) [data-chart=cpu] canvas");
			assertThat(browser.text("#banner")).isEmpty();
		}
		browser.awaitText("#banner", "The service does not answer", Duration.ofSeconds(20));
		assertThat(browser.text("[data-chart=cpu] .legend")).contains("cores");
		assertThat(browser.accessibilityFindings()).isEmpty();
		browser.screenshot("stopped");
		browser.open("about:blank");
		assertThat(complaints()).allMatch((complaint) -> complaint.contains("ERR_"));
	}

	@Test
	void whereATokenIsNeededItIsAskedForAndKeptInTheTabAlone() {
		try (RunningSlicemeter guarded = RunningSlicemeter.start(database, "slicemeter.role=api",
				"slicemeter.host.silent-after=1h", "slicemeter.security.tokens[0].name=board",
				"slicemeter.security.tokens[0].hash=" + HASH, "slicemeter.security.tokens[0].scopes=read")) {
			browser.open("http://127.0.0.1:%d/#/runners/build-1".formatted(guarded.port()));
			browser.awaitText(".token", "This needs a token");
			assertThat(browser.accessibilityFindings()).isEmpty();
			browser.screenshot("token");
			browser.one("#token").sendKeys("wrong", Keys.ENTER);
			browser.awaitText(".token", "The token is not valid here");
			browser.one("#token").sendKeys("correct-horse-battery-staple", Keys.ENTER);
			browser.one(".page:not(.loading) [data-chart=cpu] canvas");
			assertThat(browser.run("return JSON.stringify(localStorage) + document.cookie + location.href").toString())
				.doesNotContain("correct-horse");
			assertThat(browser.run("return sessionStorage.getItem('slicemeter.token')"))
				.isEqualTo("correct-horse-battery-staple");
			assertThat(copied("cpu")).contains("Authorization: Bearer $TOKEN").doesNotContain("correct-horse");
			browser.one("#token-button").click();
			browser.awaitText(".token", "The token is forgotten");
			assertThat(browser.run("return sessionStorage.getItem('slicemeter.token')")).isNull();
			assertThat(complaints()).allMatch((complaint) -> complaint.contains("401"));
			browser.open("about:blank");
		}
	}

	@Test
	void aChartIsAlsoCsvAndAQuestionForAShell() throws IOException {
		open("#/runners/build-1?from=-15m&live=off");
		browser.one(".page:not(.loading) [data-chart=network] canvas");
		browser.all("[data-chart=network] .chart-actions button").getFirst().click();
		browser.awaitText("[data-chart=network] .chart-table", "B/s");
		assertThat(browser.accessibilityFindings()).isEmpty();
		browser.one("[data-chart=network] .csv").click();
		assertThat(Files.readString(browser.download("network.csv")))
			.startsWith("at,networkReceivedBytesPerSecond,networkSentBytesPerSecond\r\n");
		assertThat(copied("network")).startsWith("curl -s -H 'Accept: application/json' 'http://127.0.0.1:")
			.contains(
					"/api/v1/runners/build-1/samples?from=-15m&to=now&metric=networkReceivedBytes%2CnetworkSentBytes&rate=true");
		open("#/slices/ci-runners.slice?from=-15m&live=off");
		browser.awaitText("[data-chart=slice-cpu] .legend", "build-1");
		browser.one("[data-chart=slice-cpu] .csv").click();
		String shown = Files.readString(browser.download("slice-cpu.csv"));
		assertThat(shown).startsWith("at,").contains("build-1 on ci-01 (cores)");
		assertThat(copied("slice-cpu").lines()).hasSizeGreaterThan(2);
	}

	@Test
	void itWorksOnAPhoneAndInTheDark() {
		browser.resize(500, 900);
		Map<String, Object> phone = Map.of("width", 360, "height", 740, "deviceScaleFactor", 2, "mobile", true);
		browser.driver().executeCdpCommand("Emulation.setDeviceMetricsOverride", phone);
		try {
			for (String place : List.of("#/", "#/runners/deploy-1", "#/slices/ci-runners.slice")) {
				open(place);
				browser.one(".page:not(.loading) .chart");
				browser.run("document.querySelector('main .chart').scrollIntoView()");
				browser.one("main .chart canvas");
				assertThat(browser.run("return document.documentElement.scrollWidth")).as(place).isEqualTo(360L);
			}
			picture("phone");
			browser.one("#theme-button").click();
			browser.one("#theme-button").click();
			browser.awaitText("#theme-button", "dark");
			assertThat(browser.accessibilityFindings()).isEmpty();
			picture("phone-dark");
		}
		finally {
			browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
		}
		open("#/runners/deploy-1");
		browser.one(".page:not(.loading) [data-chart=cpu] canvas");
		assertThat(browser.run("return document.documentElement.dataset.theme")).isEqualTo("dark");
		assertThat(browser.accessibilityFindings()).isEmpty();
		browser.screenshot("runner-dark");
		browser.run("localStorage.clear()");
	}

	/// How long an answer takes is the database's affair. This is the page's share.
	@Test
	void tenThousandPointsArePaintedWithinASecondOfTheirAnswer() {
		double best = Double.MAX_VALUE;
		for (int time = 0; time < 4; time++) {
			open("#/runners/build-1?from=-20000s&step=2s&live=off");
			Awaitility.await().atMost(Duration.ofSeconds(30)).until(DashboardIT::isPainted);
			List<?> times = (List<?>) browser
				.run("""
						const questions = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/api/'));
						const painted = performance.getEntriesByName('slicemeter-chart-memory')[0].startTime;
						const answered = Math.max(...questions.map(({ responseEnd }) => responseEnd).filter((at) => at < painted));
						return [painted, answered, performance.getEntriesByName('first-contentful-paint')[0].startTime]""");
			System.err.println("dashboard: 10,000 points painted, answered, first paint after ms: " + times);
			best = Math.min(best, ((Number) times.get(0)).doubleValue() - ((Number) times.get(1)).doubleValue());
		}
		browser.awaitText("#range-info", "step 2 s");
		assertThat(best).isBetween(0.0, 1000.0);
	}

	@Test
	void aDayIsSmallOnTheWireAndFilesAreAskedForAgainOnlyIfTheyChanged() throws IOException, InterruptedException {
		String day = "/api/v1/runners/build-1/samples?from=-24h&rate=true&metric="
				+ browserMetrics().replace("\"", "").replace("[", "").replace("]", "");
		HttpResponse<byte[]> compressed = get(day, "Accept-Encoding", "gzip");
		assertThat(compressed.headers().firstValue("content-encoding")).hasValue("gzip");
		System.err.printf("dashboard: a day of a runner is %d bytes%n", compressed.body().length);
		assertThat(compressed.body()).hasSizeLessThan(100_000);
		HttpResponse<byte[]> script = get("/dashboard/uplot/uPlot.esm.js", "Accept-Encoding", "gzip");
		assertThat(script.headers().firstValue("content-encoding")).hasValue("gzip");
		assertThat(script.headers().firstValue("content-type"))
			.hasValueSatisfying((type) -> assertThat(type).startsWith("text/javascript"));
		assertThat(script.headers().firstValue("cache-control")).hasValue("no-cache");
		String tag = script.headers().firstValue("etag").orElseThrow();
		assertThat(get("/dashboard/uplot/uPlot.esm.js", "If-None-Match", tag).statusCode()).isEqualTo(304);
	}

	@Test
	void thePageMayRunNothingButTheServicesOwnFiles() throws IOException, InterruptedException {
		for (String path : List.of("/", "/dashboard/app.js", "/dashboard/dashboard.css")) {
			HttpResponse<byte[]> response = get(path, "Accept", "*/*");
			assertThat(response.statusCode()).as(path).isEqualTo(200);
			assertThat(response.headers().firstValue("content-security-policy")).hasValue(
					"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
							+ "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
			assertThat(response.headers().firstValue("x-content-type-options")).hasValue("nosniff");
		}
		for (String path : List.of("/nothing", "/api/v1/nothing", "/dashboard/nothing.js")) {
			HttpResponse<byte[]> response = get(path, "Accept", "*/*");
			assertThat(response.statusCode()).as(path).isEqualTo(404);
			assertThat(new String(response.body(), StandardCharsets.UTF_8)).contains("/problems/not-found");
		}
	}

	@Test
	void figuresAreWrittenInTheUnitsThatPeopleUse() {
		open("#/");
		Object written = browser.driver()
			.executeAsyncScript(
					"""
							const done = arguments[arguments.length - 1];
							Promise.all([import('/dashboard/units.js'), import('/dashboard/series.js'), import('/dashboard/live.js'),
								import('/dashboard/pages/fleet.js')]).then(([units, series, live, fleet]) => {
								const events = [];
								const reader = new live.EventReader((name, data, id) => events.push(`${name} ${JSON.stringify(data)} ${id}`));
								['retry: 3000\\n\\n: heart', 'beat\\n\\nid: 7\\nevent: run-sta', 'rted\\ndata: {"a":\\ndata: 1}\\n\\n', 'data: {broken\\n\\n']
									.forEach((piece) => reader.read(piece));
								const known = { from: 0, to: 40, step: 10, resolution: 'raw', at: [0, 10, 20, 30], columns: { x: [1, 2, 3, 4] } };
								const tail = { from: 20, to: 50, step: 10, resolution: 'raw', at: [20, 30, 40], columns: { x: [30, null, 50] } };
								const joined = series.joined(known, tail);
								done([units.cores(1500), units.cores(0), units.cores(null), units.cores(12.5), units.bytes(1073741824), units.bytes(1023),
									units.bytes(1024 * 1024 - 1), units.bytesPerSecond(2500000), units.percent(0.0512), units.seconds(3725),
									units.seconds(0.0421), units.seconds(59.96), units.micros(90000000), String(units.durationSeconds('PT1M30S')),
									String(units.durationSeconds('P1DT2H')), units.count(1234567), units.bytes(undefined), units.seconds(-3),
									events.join(';'), JSON.stringify(joined), JSON.stringify(series.stacked([[1, null, 3], [1, 2, 3]], [2, 2, null])),
									fleet.topmost(['ci.slice', 'ci-runners.slice', 'docker', 'cix.slice']).join()]);
							}, (failure) => done([String(failure)]));
							""");
		assertThat(((List<?>) written).stream().map(String::valueOf)).containsExactly("1.5 cores", "0 cores", "–",
				"0.0125 cores", "1 GiB", "1023 B", "1 MiB", "2.5 MB/s", "5.1 %", "1 h 2 min", "42.1 ms", "60 s",
				"1 min 30 s", "90", "93600", "1,234,567", "–", "-3 s", "run-started {\"a\":1} 7",
				"{\"from\":10,\"to\":50,\"step\":10,\"resolution\":\"raw\",\"at\":[10,20,30,40],\"columns\":{\"x\":[2,30,null,50]}}",
				"[[1,0,null],[2,2,null]]", "ci.slice,docker,cix.slice");
	}

	private static void open(String place) {
		browser.open("http://127.0.0.1:%d/%s".formatted(slicemeter.port(), place));
	}

	private static List<String> complaints() {
		return browser.complaints();
	}

	/// The figure under a name at the page's top.
	private static String tile(String name) {
		// the page may be drawing them anew
		return Awaitility.await(name)
			.ignoreException(StaleElementReferenceException.class)
			.until(() -> browser.all(".tile")
				.stream()
				.map(WebElement::getText)
				.filter((text) -> text.startsWith(name + "\n"))
				.findFirst()
				.map((text) -> text.substring(name.length() + 1))
				.orElse(""), (text) -> !text.isEmpty());
	}

	private static WebElement header(String table, String label) {
		return Awaitility.await(label)
			.ignoreException(StaleElementReferenceException.class)
			.until(() -> browser.all("[data-table=%s] thead button".formatted(table))
				.stream()
				.filter((button) -> button.getText().equals(label))
				.findFirst()
				.orElse(null), Objects::nonNull);
	}

	/// What a chart puts into the clipboard.
	private static String copied(String chart) {
		browser.run("window.copied = null; navigator.clipboard.writeText = async (text) => { window.copied = text; }");
		browser.one("[data-chart=%s] .curl".formatted(chart)).click();
		return Awaitility.await().until(() -> browser.run("return window.copied"), (text) -> text != null).toString();
	}

	private static boolean isPainted() {
		Object painted = browser.run("return performance.getEntriesByName('slicemeter-chart-memory').length > 0");
		return Boolean.TRUE.equals(painted);
	}

	private static String browserMetrics() {
		open("#/");
		return String.valueOf(browser.driver().executeAsyncScript("""
				const done = arguments[arguments.length - 1];
				import('/dashboard/pages/runner.js').then(({ METRICS }) => done(METRICS.join(',')));
				"""));
	}

	private static void picture(String name) {
		try {
			Files.createDirectories(Path.of("target", "screenshots"));
			byte[] picture = browser.driver().getScreenshotAs(OutputType.BYTES);
			Files.write(Path.of("target", "screenshots", name + ".png"), picture);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static HttpResponse<byte[]> get(String path, String header, String value)
			throws IOException, InterruptedException {
		try (HttpClient client = HttpClient.newHttpClient()) {
			return client.send(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + slicemeter.port() + path))
				.header(header, value)
				.build(), BodyHandlers.ofByteArray());
		}
	}

	private static void execute(String sql) throws SQLException {
		try (Connection connection = database.getConnection()) {
			connection.createStatement().execute(sql);
		}
	}

}
