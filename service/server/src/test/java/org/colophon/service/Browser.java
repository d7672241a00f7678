package org.colophon.service;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Headless Chromium of the system, on the explorer's page. */
final class Browser implements AutoCloseable {
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  final ChromeDriver driver;
  private final WebDriverWait wait;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
    this.wait = new WebDriverWait(driver, PATIENCE);
  }

  /** Starts a browser that saves downloads in a directory. */
  static Browser start(Path downloads) {
    assumeTrue(
        Files.isExecutable(DRIVER) && Files.isExecutable(CHROMIUM),
        "chromium is not installed here");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toString());
    options.addArguments("--headless=new", "--no-sandbox", "--disable-dev-shm-usage");
    options.addArguments("--window-size=1400,900");
    options.setExperimentalOption(
        "prefs", Map.of("download.default_directory", downloads.toString()));
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(DRIVER.toFile())
            .usingAnyFreePort()
            .build();
    return new Browser(new ChromeDriver(service, options));
  }

  /** Opens an address as if typed, and waits for the view. */
  void open(String url) {
    driver.get("about:blank");
    driver.get(url);
    awaitReady();
  }

  /** Waits until the view is complete. */
  void awaitReady() {
    until("return document.getElementById('view')?.dataset.ready === 'true'");
  }

  /** Waits until a script returns true. */
  void until(String script) {
    wait.withMessage(() -> script + "\n" + text())
        .until(ignored -> Boolean.TRUE.equals(run(script)));
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** Returns the text of the whole page. */
  String text() {
    return find("body").getText();
  }

  /** Returns the message above the view; empty without one. */
  String message() {
    return (String) run("return document.getElementById('message').textContent");
  }

  /** Errors of the console since the last call, such as violations of the content policy. */
  List<String> errors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().equals(Level.SEVERE))
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Serious and critical findings of axe-core. */
  @SuppressWarnings("unchecked") // the form of a script's answer is known
  List<String> accessibilityProblems() throws IOException {
    try (InputStream axe =
        Browser.class.getResourceAsStream(
            "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
      run(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
    }
    return (List<String>)
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run().then((found) => done(found.violations
              .filter((each) => ['serious', 'critical'].includes(each.impact))
              .map((each) => each.id + ': ' + each.nodes.map((node) => node.html).join(' | '))));
            """);
  }

  /** Returns the hosts and ports from which the page loaded files. */
  @SuppressWarnings("unchecked") // as above
  List<String> origins() {
    List<String> urls =
        (List<String>) run("return performance.getEntriesByType('resource').map((e) => e.name)");
    return urls.stream()
        .map(url -> URI.create(url.replaceFirst("\\?.*", "")).getAuthority())
        .distinct()
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
