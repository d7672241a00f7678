// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.prune.OpenRead;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.endpoint.ReaderSource;
import org.colophon.testing.browser.Browser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests folds, paths, time and the start page of the explorer in a browser. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@EnabledIf("org.colophon.testing.browser.Browser#isInstalled")
class ExplorerGraphIT {
  private static final String PROG = "#graph?target=%2Flab%2Fprog";
  private static final int SIMILAR = 5;
  private static final int CHAIN = 8;

  @TempDir static Path temp;

  private static Service service;
  private static Browser browser;
  private static String page;

  @BeforeAll
  static void start() throws IOException {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("rocksdb"))));
    Caller owner = Caller.of(service.config().socket());
    try (InputStream build = ExplorerGraphIT.class.getResourceAsStream("/build.ndjson")) {
      record(owner, new String(build.readAllBytes(), StandardCharsets.UTF_8));
    }
    record(owner, similarFiles() + chain() + statement());
    owner.post("/v1/snapshots", "{\"name\":\"first\"}");
    browser = Browser.start(temp);
    String link = owner.post("/v1/explorer", "").json().path("url").asText();
    browser.open(link);
    page = link.replaceFirst("/login.*", "/");
  }

  private static void record(Caller owner, String lines) throws IOException {
    Caller.Reply reply = owner.post("/v1/operations", lines);
    assertThat(reply.json().path("refused").asInt()).as(reply.text()).isZero();
  }

  /** Records a program that reads several files of the same directory, and a system library. */
  private static String similarFiles() {
    StringBuilder lines = new StringBuilder();
    lines.append(
        """
        {"op":"process","id":"sum","pid":300,"executable":"/bin/sum","arguments":["sum"]}
        {"op":"read","process":"sum","path":"/usr/lib/libc.so.6"}
        """);
    for (int i = 0; i < SIMILAR; i++) {
      lines.append(
          "{\"op\":\"read\",\"process\":\"sum\",\"path\":\"/data/part%d.csv\"}\n".formatted(i));
    }
    return lines + "{\"op\":\"write\",\"process\":\"sum\",\"path\":\"/data/sum.txt\"}\n";
  }

  /** Records programs that each read the previous program's output. */
  private static String chain() {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < CHAIN; i++) {
      lines.append(
          """
          {"op":"process","id":"step%1$d","pid":%2$d,"executable":"/bin/step%1$d"}
          {"op":"read","process":"step%1$d","path":"/chain/%1$d"}
          {"op":"write","process":"step%1$d","path":"/chain/%3$d"}
          """
              .formatted(i, 400 + i, i + 1));
    }
    return lines.toString();
  }

  /** Records a database statement as the mysql reporter does. */
  private static String statement() {
    return """
        {"op":"object","id":"app","kind":"agent","label":"app@10.0.0.5"}
        {"op":"object","id":"table","kind":"table","label":"mysql://db/shop/orders"}
        {"op":"process","id":"sql","executable":"UPDATE","arguments":["UPDATE orders SET paid = ?"]}
        {"op":"associate","process":"sql","object":"app"}
        {"op":"write","process":"sql","object":"table","bytes":1}
        """;
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    service.stop();
  }

  @Test
  void listsRecordingsWithTimeCountsResultsAndGaps() {
    browser.open(page);
    String build =
        browser.all(".runs li").stream()
            .map(WebElement::getText)
            .filter(text -> text.contains("make all"))
            .findFirst()
            .orElseThrow();
    assertThat(build).contains("capture incomplete", "11.0 s", "in /lab", "prog");
  }

  @Test
  void expandsFoldOfSimilarFilesByOneLevel() {
    browser.open(page + "#graph?target=%2Fdata%2Fsum.txt&view=table");
    assertThat(browser.find("tbody").getText())
        .contains("+" + (SIMILAR - 1))
        .doesNotContain("part3.csv");
    browser.find("tbody button[aria-label^=Expand]").click();
    browser.awaitReady();
    while (!browser.all("tbody button[aria-label^=Expand]").isEmpty()) {
      browser.find("tbody button[aria-label^=Expand]").click();
      browser.awaitReady();
    }
    assertThat(browser.find("tbody").getText()).contains("part0.csv", "part3.csv");
  }

  @Test
  void foldsMiddleOfLongChain() {
    browser.open(page + "#graph?target=%2Fchain%2F" + CHAIN + "&view=table");
    int folded = browser.all("tbody tr").size();
    assertThat(folded).isLessThan(CHAIN);
    browser.find("tbody button[aria-label^=Expand]").click();
    browser.awaitReady();
    assertThat(browser.all("tbody tr").size()).isGreaterThan(folded);
  }

  @Test
  void hidesSystemFilesUntilRequested() {
    browser.open(page + "#graph?target=%2Fdata%2Fsum.txt&view=table");
    assertThat(browser.find("tbody").getText()).doesNotContain("libc.so.6");
    browser.find("#set-all").click();
    browser.until("return location.hash.includes('all=true')");
    browser.awaitReady();
    assertThat(browser.find("tbody").getText()).contains("libc.so.6");
  }

  @Test
  void expandsSelectedFoldWithEnterOnCanvas() {
    browser.open(page + PROG);
    WebElement canvas = browser.find("canvas.graph");
    canvas.sendKeys(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
    browser.until("return decodeURIComponent(location.hash).includes('select=fold:process')");
    canvas.sendKeys(Keys.ENTER);
    browser.until("return decodeURIComponent(location.hash).includes('expand=fold:process')");
    browser.awaitReady();
    assertThat(drawnNodes()).isGreaterThan(4);
  }

  @Test
  void showsPathWhenSecondNodeIsSelectedWithShift() {
    browser.open(page + PROG + "&expand=fold:process:1");
    WebElement canvas = browser.find("canvas.graph");
    canvas.sendKeys(Keys.ARROW_LEFT);
    browser.until("return location.hash.includes('select=')");
    canvas.sendKeys(Keys.ARROW_LEFT);
    canvas.sendKeys(Keys.chord(Keys.SHIFT, Keys.ARROW_LEFT));
    browser.until("return location.hash.includes('path=')");
    browser.awaitReady();
    assertThat(drawnNodes()).isEqualTo(2);
    canvas.sendKeys(Keys.ESCAPE);
    browser.until("return !location.hash.includes('path=')");
    browser.awaitReady();
    assertThat(drawnNodes()).isGreaterThan(2);
  }

  private static int drawnNodes() {
    return Integer.parseInt(browser.find("canvas.graph").getDomAttribute("data-nodes"));
  }

  @Test
  void requestsLineageOfSelectedNode() {
    browser.open(page + "#graph?target=%2Fchain%2F1&view=table");
    browser.click("tbody button.link", "/chain/0");
    browser.awaitDetails();
    browser.click("aside button", "Descendants");
    browser.until("return location.hash.includes('direction=descendants')");
    browser.until("return document.querySelector('h1')?.textContent.includes('object:')");
    browser.awaitReady();
    assertThat(browser.find("tbody").getText()).contains("step0", "step7");
    assertThat(browser.find("h1").getText()).startsWith("/chain/0 object:");
  }

  @Test
  void showsEarlierStateWithSliderAndComparesItWithNow() {
    browser.open(page + "#graph?target=%2Flab%2Fmain.c&direction=descendants");
    browser.find("#as-of").sendKeys(Keys.ARROW_LEFT, Keys.ARROW_LEFT);
    browser.until("return location.hash.includes('as-of=')");
    browser.awaitReady();
    assertThat(browser.find("#when").getText()).startsWith("Nov 25, 2026");
    browser.find(".bar a").click();
    browser.until("return location.hash.startsWith('#compare')");
    browser.awaitReady();
    assertThat(browser.message()).isEmpty();
    assertThat(browser.find("#as-of-a").getDomProperty("value")).startsWith("2026-11-25");
  }

  @Test
  void showsStatementWithItsTableAndAccount() {
    browser.open(page + "#find?user=app");
    assertThat(browser.find("main").getText())
        .contains("UPDATE orders SET paid", "mysql://db/shop/orders");
  }

  @Test
  void explainsThatTheStoreWasDeleted() {
    try (ExplorerServer explorer =
        ExplorerServer.start(temp, AdapterSpec.of("rocksdb"), 0, new VanishedStore())) {
      browser.open(explorer.newLink());
      assertThat(browser.message()).contains("is gone", "moved or deleted");
      browser.run("location.hash = 'graph?target=%2Flab%2Fprog'");
      browser.until("return document.getElementById('view').dataset.page === 'graph'");
      browser.awaitReady();
      assertThat(browser.message()).contains("is gone");
    }
  }

  /** Throws the exception of a store whose directory was deleted. */
  private static final class VanishedStore implements ReaderSource {
    @Override
    public OpenRead reading() {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "the store is gone: it was moved or deleted; end the explorer");
    }

    @Override
    public Optional<LineageReader> readerNow(String adapter) {
      return Optional.empty();
    }

    @Override
    public LineageReader reader(String adapter) {
      throw new AssertionError("the explorer requested another reader");
    }
  }
}
