package io.slicemeter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

import static org.assertj.core.api.Assertions.assertThat;

/// A real Chromium, Debian's, without a window.
public final class Browser implements AutoCloseable {

	private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

	private static final Path DRIVER = Path.of("/usr/bin/chromedriver");

	private static final Path SCREENSHOTS = Path.of("target", "screenshots");

	private final ChromeDriver driver;

	private final Path downloads;

	private Browser(ChromeDriver driver, Path downloads) {
		this.driver = driver;
		this.downloads = downloads;
	}

	/// Where there is no Chromium, the test is skipped.
	public static Browser start() {
		Assumptions.assumeTrue(Files.isExecutable(CHROMIUM) && Files.isExecutable(DRIVER), "no Chromium");
		try {
			Path profile = Files.createTempDirectory("slicemeter-chromium");
			Path downloads = Files.createTempDirectory("slicemeter-downloads");
			ChromeOptions options = new ChromeOptions();
			options.setBinary(CHROMIUM.toFile());
			options.addArguments("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
					"--disable-background-networking", "--disable-component-update", "--disable-sync",
					"--disable-dev-shm-usage", "--lang=en-GB", "--user-data-dir=" + profile);
			options.setExperimentalOption("prefs", Map.of("download.default_directory", downloads.toString()));
			LoggingPreferences logging = new LoggingPreferences();
			logging.enable(LogType.BROWSER, Level.ALL);
			options.setCapability("goog:loggingPrefs", logging);
			ChromeDriverService service = new ChromeDriverService.Builder().usingDriverExecutable(DRIVER.toFile())
				.build();
			ChromeDriver driver = new ChromeDriver(service, options);
			driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(90));
			return new Browser(driver, downloads);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	public ChromeDriver driver() {
		return this.driver;
	}

	/// Opens an address in a page of its own, with nothing left of the one before.
	public void open(String address) {
		this.driver.get("about:blank");
		this.driver.get(address);
	}

	public void resize(int width, int height) {
		this.driver.manage().window().setSize(new Dimension(width, height));
	}

	public Object run(String script, Object... arguments) {
		return this.driver.executeScript(script, arguments);
	}

	public List<WebElement> all(String selector) {
		return this.driver.findElements(By.cssSelector(selector));
	}

	/// The first of these, once it is there.
	public WebElement one(String selector) {
		return Awaitility.await(selector)
			.ignoreExceptions()
			.atMost(Duration.ofSeconds(20))
			.until(() -> this.driver.findElement(By.cssSelector(selector)), WebElement::isDisplayed);
	}

	/// The text of the first of these; empty while there is none.
	public String text(String selector) {
		try {
			List<WebElement> found = all(selector);
			return found.isEmpty() ? "" : found.getFirst().getText();
		}
		catch (StaleElementReferenceException ex) {
			return "";
		}
	}

	/// Waits until the first of these has this text.
	public void awaitText(String selector, String text, Duration atMost) {
		Awaitility.await("%s with %s".formatted(selector, text))
			.atMost(atMost)
			.pollInterval(Duration.ofMillis(50))
			.until(() -> text(selector), (shown) -> shown.contains(text));
	}

	public void awaitText(String selector, String text) {
		awaitText(selector, text, Duration.ofSeconds(20));
	}

	/// What the page complained of since the last call.
	public List<String> complaints() {
		return this.driver.manage()
			.logs()
			.get(LogType.BROWSER)
			.getAll()
			.stream()
			.filter((entry) -> entry.getLevel().intValue() >= Level.WARNING.intValue())
			.map(LogEntry::getMessage)
			.toList();
	}

	/// What axe finds wrong with the page, if it is serious: the rule and where.
	public List<String> accessibilityFindings() {
		try (var script = Browser.class.getResourceAsStream("/axe.min.js")) {
			this.driver.executeScript(new String(script.readAllBytes(), StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		Object found = this.driver.executeAsyncScript(
				"""
						const done = arguments[arguments.length - 1];
						axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => done(violations
							.filter(({ impact }) => impact === 'serious' || impact === 'critical')
							.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).slice(0, 3).join(' | ')}`)),
							(failure) => done([String(failure)]));
						""");
		return ((List<?>) found).stream().map(String::valueOf).toList();
	}

	/// A file that the page let the user keep.
	public Path download(String name) {
		Path file = this.downloads.resolve(name);
		Awaitility.await("download of " + name).atMost(Duration.ofSeconds(20)).until(() -> Files.exists(file));
		return file;
	}

	/// Keeps a picture of the whole page.
	public void screenshot(String name) {
		Object height = run("return Math.min(6000, Math.max(600, document.documentElement.scrollHeight))");
		Dimension before = this.driver.manage().window().getSize();
		resize(before.getWidth(), ((Number) height).intValue() + 150);
		try {
			Files.createDirectories(SCREENSHOTS);
			// what came into view is brought
			run("window.scrollTo(0, 0)");
			Awaitility.await().pollDelay(Duration.ofMillis(700)).until(() -> true);
			Files.write(SCREENSHOTS.resolve(name + ".png"), this.driver.getScreenshotAs(OutputType.BYTES));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			resize(before.getWidth(), before.getHeight());
		}
		assertThat(SCREENSHOTS.resolve(name + ".png")).isNotEmptyFile();
	}

	@Override
	public void close() {
		this.driver.quit();
	}

}
