// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.testing.browser.Browser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/**
 * Tests that questions of users are answered from the start page with few actions, and that a graph
 * can be read by keyboard, on a narrow screen and on paper.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@EnabledIf("org.colophon.testing.browser.Browser#isInstalled")
class ExplorerTasksIT {
  private static final int MAX_ACTIONS = 4;
  private static final int PIPELINES = 300;

  @TempDir static Path temp;

  private static Service service;
  private static Browser browser;
  private static String page;

  private int actions;

  @BeforeAll
  static void start() throws IOException {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("rocksdb"))));
    Caller owner = Caller.of(service.config().socket());
    record(owner, pipelines());
    record(
        owner,
        """
        {"op":"process","id":"get","pid":20,"executable":"/bin/curl","arguments":["curl"],"directory":"/w","time":"2026-11-25T08:00:00Z"}
        {"op":"object","id":"download","kind":"file"}
        {"op":"bind","process":"get","object":"download","path":"/w/download.csv","time":"2026-11-25T08:00:01Z"}
        {"op":"write","process":"get","object":"download","time":"2026-11-25T08:00:01Z"}
        {"op":"exit","process":"get","status":0,"time":"2026-11-25T08:00:02Z"}
        """);
    record(owner, build(30, "09:00"));
    record(
        owner,
        """
        {"op":"process","id":"edit","pid":40,"executable":"/bin/ed","arguments":["ed","words.txt"],"directory":"/w","time":"2026-11-25T09:30:00Z"}
        {"op":"cut","process":"edit","path":"/w/words.txt","time":"2026-11-25T09:30:01Z"}
        {"op":"write","process":"edit","path":"/w/words.txt","bytes":9,"time":"2026-11-25T09:30:01Z"}
        {"op":"exit","process":"edit","status":0,"time":"2026-11-25T09:30:02Z"}
        """);
    record(owner, build(50, "10:00"));
    browser = Browser.start(temp);
    String link = owner.post("/v1/explorer", "").json().path("url").asText();
    browser.open(link);
    page = link.replaceFirst("/login.*", "/");
  }

  private static void record(Caller owner, String lines) throws IOException {
    Caller.Reply reply = owner.post("/v1/operations", lines);
    assertThat(reply.json().path("refused").asInt()).as(reply.text()).isZero();
  }

  /** Records a report that is made of a word list, a download and a script. */
  private static String build(int pid, String time) {
    return """
        {"op":"process","id":"mix%1$d","pid":%1$d,"executable":"/bin/mix","arguments":["mix","--all"],"directory":"/w","time":"2026-11-25T%2$s:00Z"}
        {"op":"read","process":"mix%1$d","path":"/w/words.txt","bytes":7,"time":"2026-11-25T%2$s:01Z"}
        {"op":"read","process":"mix%1$d","path":"/w/download.csv","bytes":70,"time":"2026-11-25T%2$s:01Z"}
        {"op":"read","process":"mix%1$d","path":"/w/mix.cfg","bytes":5,"time":"2026-11-25T%2$s:01Z"}
        {"op":"cut","process":"mix%1$d","path":"/w/report.txt","time":"2026-11-25T%2$s:02Z"}
        {"op":"write","process":"mix%1$d","path":"/w/report.txt","bytes":50,"time":"2026-11-25T%2$s:02Z"}
        {"op":"exit","process":"mix%1$d","status":0,"time":"2026-11-25T%2$s:03Z"}
        """
        .formatted(pid, time);
  }

  /** Records a shell script that pipes each of many files through a program into one more file. */
  private static String pipelines() {
    StringBuilder lines = new StringBuilder();
    lines.append(
        """
        {"op":"process","id":"sh","pid":1000,"executable":"/bin/sh","arguments":["sh","run.sh"],"time":"2026-11-20T08:00:00Z"}
        {"op":"process","id":"cat","pid":1001,"executable":"/bin/cat","arguments":["cat"],"time":"2026-11-20T08:00:00Z"}
        {"op":"link","kind":"fork","effect":"cat","cause":"sh","time":"2026-11-20T08:00:00Z"}
        """);
    for (int i = 0; i < PIPELINES; i++) {
      lines.append(
          """
          {"op":"process","id":"tr%1$d","pid":%2$d,"executable":"/bin/tr","arguments":["tr","1","2"],"time":"2026-11-20T08:00:01Z"}
          {"op":"link","kind":"fork","effect":"tr%1$d","cause":"sh","time":"2026-11-20T08:00:01Z"}
          {"op":"read","process":"tr%1$d","path":"/fan/in/%1$d.txt","time":"2026-11-20T08:00:01Z"}
          {"op":"write","process":"tr%1$d","path":"/fan/mid/%1$d.txt","time":"2026-11-20T08:00:02Z"}
          {"op":"read","process":"cat","path":"/fan/mid/%1$d.txt","time":"2026-11-20T08:00:03Z"}
          """
              .formatted(i, 2000 + i));
    }
    lines.append(
        """
        {"op":"write","process":"cat","path":"/fan/all.txt","time":"2026-11-20T08:00:04Z"}
        {"op":"exit","process":"sh","status":0,"time":"2026-11-20T08:00:05Z"}
        """);
    return lines.toString();
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    service.stop();
  }

  @BeforeEach
  void open() {
    browser.driver().manage().window().setSize(new Dimension(1400, 900));
    browser.open(page);
    actions = 0;
  }

  private void act(Runnable action) {
    actions++;
    action.run();
    browser.awaitReady();
    assertThat(actions).isLessThanOrEqualTo(MAX_ACTIONS);
  }

  /** Goes to a file by the search box: types its name, chooses the suggestion and accepts it. */
  private void searchFor(String name) {
    WebElement box = browser.find("#query");
    act(() -> box.sendKeys(name));
    browser.until("return document.querySelectorAll('#suggestions li').length > 0");
    browser.until("return document.getElementById('suggestions').ariaBusy === 'false'");
    act(() -> box.sendKeys(Keys.ARROW_DOWN));
    act(() -> box.sendKeys(Keys.ENTER));
    browser.until("return location.hash.startsWith('#graph')");
    browser.awaitReady();
  }

  @Test
  void tellsWhichInputChanged() {
    act(() -> browser.click(".questions b", "Which input changed?"));
    browser.until("return location.hash.startsWith('#compare')");
    browser.awaitReady();
    assertThat(browser.find(".causes").getText()).contains("words.txt");
    assertThat(browser.find("aside").getText())
        .contains("Inputs that differ", "Changed (1)")
        .doesNotContain("download.csv", "mix.cfg");
    assertThat(browser.find(".legend").getText()).contains("differs");
  }

  @Test
  void tellsWhoWroteAFile() {
    searchFor("download");
    browser.until("return document.querySelector('aside dl') !== null");
    assertThat(browser.find("aside").getText()).contains("Written by (1)", "curl");
  }

  @Test
  void tellsWhatARunCreated() {
    act(() -> browser.click(".runs a.name", "curl"));
    browser.until("return location.hash.startsWith('#run')");
    browser.awaitReady();
    assertThat(browser.find("main").getText()).contains("Created (1)", "download.csv", "succeeded");
  }

  @Test
  void tellsWhatElseCameFromADownload() {
    searchFor("download");
    act(() -> browser.find(".segments button[data-value='descendants']").click());
    browser.until("return location.hash.includes('direction=descendants')");
    browser.awaitReady();
    assertThat(drawn()).contains("report.txt");
  }

  @Test
  void tellsWhetherAnythingIsMissing() {
    assertThat(browser.find("main").getText())
        .contains("Is anything missing?", "No. The capture of");
  }

  private static String drawn() {
    browser.find(".segments button[data-value='table']").click();
    browser.until("return location.hash.includes('view=table')");
    browser.awaitReady();
    return browser.find(".rows tbody").getText();
  }

  @Test
  void opensManyAlikePipelinesAsFewBoxesAndOneByName() {
    browser.open(page + "#graph?target=%2Ffan%2Fall.txt&view=table");
    browser.find("tbody button[aria-label^=Expand]").click();
    browser.until("return location.hash.includes('expand=')");
    browser.awaitReady();
    assertThat(browser.all(".rows tbody tr")).hasSizeLessThan(60);
    browser.click(".rows tbody button.link", "x tr");
    browser.until("return document.querySelector('[aria-label=\"Members\"] button') !== null");
    browser.find("aside input").sendKeys("mid/123.txt");
    browser.until(
        "return document.querySelectorAll('[aria-label=\"Members\"] button').length === 1");
    browser.run("document.querySelector('[aria-label=Members] button').click()");
    browser.until("return decodeURIComponent(location.hash).includes('fold:copy')");
    browser.awaitReady();
    assertThat(browser.find(".rows tbody").getText()).contains("299 x tr", "/fan/in/123.txt");
  }

  @Test
  void keepsFocusAndSelectionWhenAFoldIsOpenedByKeyboard() {
    browser.open(page + "#graph?target=%2Ffan%2Fall.txt");
    WebElement canvas = browser.find("canvas.graph");
    selectFold(canvas);
    canvas.sendKeys(Keys.ENTER);
    browser.until("return location.hash.includes('expand=')");
    browser.awaitReady();
    assertThat(browser.run("return document.activeElement.tagName")).isEqualTo("CANVAS");
    browser.run("document.getElementById('spoken').textContent = ''");
    browser.driver().switchTo().activeElement().sendKeys(Keys.ARROW_UP, Keys.ARROW_DOWN);
    browser.until("return document.getElementById('spoken').textContent !== ''");
  }

  private static void selectFold(WebElement canvas) {
    canvas.sendKeys(Keys.ARROW_LEFT);
    for (Keys each : List.of(Keys.ARROW_LEFT, Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.ARROW_UP)) {
      if (((String) browser.run("return decodeURIComponent(location.hash)"))
          .contains("select=fold:process")) {
        return;
      }
      canvas.sendKeys(each);
    }
    browser.until("return decodeURIComponent(location.hash).includes('select=fold:process')");
  }

  @Test
  void choosesTheOtherEndOfAPathByKeyboardOnlyWithEnter() {
    browser.open(page + "#graph?target=%2Fw%2Freport.txt");
    browser.until("return document.querySelector('aside dl') !== null");
    browser.click("aside button", "Path to …");
    browser.until("return document.activeElement.tagName === 'CANVAS'");
    WebElement canvas = browser.find("canvas.graph");
    canvas.sendKeys(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT);
    assertThat(browser.find("#waiting").getText()).contains("Enter");
    canvas.sendKeys(Keys.ARROW_UP, Keys.ARROW_LEFT);
    assertThat(browser.driver().getCurrentUrl()).doesNotContain("path=");
    canvas.sendKeys(Keys.ENTER);
    browser.until("return location.hash.includes('path=')");
    browser.awaitReady();
    assertThat(browser.run("return document.activeElement.tagName")).isEqualTo("CANVAS");
  }

  @Test
  void fitsANarrowScreenWithReadableText() {
    browser
        .driver()
        .executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", 390, "height", 844, "deviceScaleFactor", 1, "mobile", true));
    try {
      for (String view : List.of("", "#graph?target=%2Fw%2Freport.txt", "#find?name=w")) {
        browser.open(page + view);
        assertThat((Long) browser.run("return document.documentElement.scrollWidth"))
            .as("width of %s", view)
            .isLessThanOrEqualTo(390);
      }
      browser.open(page + "#graph?target=%2Fw%2Freport.txt");
      String scale = browser.find("canvas.graph").getDomAttribute("data-scale");
      assertThat(13 * Double.parseDouble(scale)).as("pixels of text").isGreaterThanOrEqualTo(11.9);
    } finally {
      browser.driver().executeCdpCommand("Emulation.clearDeviceMetricsOverride", Map.of());
    }
  }

  @Test
  void printsTheWholePictureWithItsLegend() {
    browser.open(page + "#graph?target=%2Fw%2Freport.txt");
    browser.run("dispatchEvent(new Event('beforeprint'))");
    assertThat((String) browser.run("return document.querySelector('.printed').textContent"))
        .contains("/w/report.txt", "words.txt", "process");
  }
}
