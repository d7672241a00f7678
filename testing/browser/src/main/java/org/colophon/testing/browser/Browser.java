// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.browser;

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
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** Headless Chromium of the system, on the explorer's page. One thread. */
public final class Browser implements AutoCloseable {
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  private final ChromeDriver driver;
  private final WebDriverWait wait;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
    this.wait = new WebDriverWait(driver, TIMEOUT, POLL_INTERVAL);
  }

  /** Returns true if Chromium and its driver are installed. */
  public static boolean isInstalled() {
    return Files.isExecutable(DRIVER) && Files.isExecutable(CHROMIUM);
  }

  /** Starts a browser that saves downloads in a directory. */
  public static Browser start(Path downloads) {
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

  /** Returns the driver, for actions that this class does not offer. */
  public ChromeDriver driver() {
    return driver;
  }

  /** Opens an address as if a user typed it, and waits for the view. */
  public void open(String url) {
    begin(url);
    awaitReady();
  }

  /** Begins to open a page, which may not be complete. */
  public void begin(String url) {
    driver.get("about:blank");
    driver.get(url);
  }

  /** Waits until the view is complete, and drawn. */
  public void awaitReady() {
    until("return document.getElementById('view')?.dataset.ready === 'true'");
  }

  /** Waits until a script returns true. */
  public void until(String script) {
    wait.withMessage(() -> script + "\n" + text())
        .until(ignored -> Boolean.TRUE.equals(run(script)));
  }

  /** Waits until the panel shows the selected node. */
  public void awaitDetails() {
    until(
        """
        const selected = new URLSearchParams(location.hash.split('?')[1]).get('select');
        return selected !== null && document.querySelector('aside').dataset.of === selected;
        """);
  }

  /** Runs a script, and returns its value. */
  public Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** Returns the first element that a CSS selector selects. */
  public WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  /** Returns all elements that a CSS selector selects. */
  public List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** Clicks the first of the selected elements whose text has the given ending. */
  public void click(String selector, String ending) {
    all(selector).stream()
        .filter(each -> each.getText().endsWith(ending))
        .findFirst()
        .orElseThrow(() -> new NoSuchElementException(selector + " with " + ending + ": " + text()))
        .click();
  }

  /** Returns the text of the whole page. */
  public String text() {
    return find("body").getText();
  }

  /** Returns the message above the view; empty without one. */
  public String message() {
    return (String) run("return document.getElementById('message').textContent");
  }

  /** Returns the console's errors since the last call, such as violations of the content policy. */
  public List<String> errors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().equals(Level.SEVERE))
        .map(LogEntry::getMessage)
        .toList();
  }

  /** Returns the serious and critical findings of axe-core, when no colour changes any more. */
  @SuppressWarnings("unchecked") // the form of a script's answer is known
  public List<String> accessibilityProblems() throws IOException {
    try (InputStream axe =
        Browser.class.getResourceAsStream(
            "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js")) {
      run(new String(axe.readAllBytes(), StandardCharsets.UTF_8));
    }
    return (List<String>)
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            const colours = document.getAnimations().filter((each) => each instanceof CSSTransition);
            Promise.allSettled(colours.map((each) => each.finished)).then(() => axe.run())
              .then((found) => done(found.violations
              .filter((each) => ['serious', 'critical'].includes(each.impact))
              .map((each) => each.id + ': ' + each.nodes.map((node) => node.html).join(' | '))));
            """);
  }

  /** Returns the hosts and ports from which the page loaded files. */
  @SuppressWarnings("unchecked") // as above
  public List<String> origins() {
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
