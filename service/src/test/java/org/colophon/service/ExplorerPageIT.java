// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Part;
import org.colophon.core.model.bytes.ByteMap.Segment;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ListenConfig;
import org.colophon.service.config.ServiceConfig;
import org.colophon.service.config.TcpConfig;
import org.colophon.testing.browser.Browser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** Tests the explorer's page in a browser, with a small recorded build. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
@EnabledIf("org.colophon.testing.browser.Browser#isInstalled")
class ExplorerPageIT {
  private static final String PROG = "#graph?target=%2Flab%2Fprog";
  private static final String MARKUP =
      "<img src=x onerror=\\\"document.title='hit'\\\"><script>hit()</script>";
  private static final String DIRTY = "\\u202egnp\\u001b[31m\\u0007\\n\\u200b";

  @TempDir static Path temp;

  private static Service service;
  private static Caller owner;
  private static Browser browser;
  private static String page;

  @BeforeAll
  static void start() throws IOException {
    service =
        Service.start(
            ServiceConfig.of(temp.resolve("store"))
                .withAdapters(List.of(AdapterSpec.of("memory")))
                .withLimits(Limits.withNodes(5000)));
    owner = Caller.of(service.config().socket());
    try (InputStream build = ExplorerPageIT.class.getResourceAsStream("/build.ndjson")) {
      record(new String(build.readAllBytes(), StandardCharsets.UTF_8));
    }
    owner.post("/v1/snapshots", "{\"name\":\"before\"}");
    record(
        """
        {"op":"process","id":"p","pid":900,"executable":"/bin/sh","arguments":["sh","-c","%1$s"],"time":"2026-11-25T11:00:00Z"}
        {"op":"read","process":"p","path":"/lab/prog","time":"2026-11-25T11:00:01Z"}
        {"op":"write","process":"p","path":"/lab/%1$s","time":"2026-11-25T11:00:02Z"}
        {"op":"write","process":"p","path":"/lab/%2$s","time":"2026-11-25T11:00:03Z"}
        {"op":"write","process":"p","path":"/lab/%3$s","time":"2026-11-25T11:00:04Z"}
        {"op":"exit","process":"p","time":"2026-11-25T11:00:05Z"}
        """
            .formatted(MARKUP.replace("/", "\\u2044"), DIRTY, "x".repeat(4091)));
    browser = Browser.start(temp);
    page = signIn();
  }

  private static void record(String lines) throws IOException {
    Caller.Reply reply = owner.post("/v1/operations", lines);
    assertThat(reply.json().path("refused").asInt()).as(reply.text()).isZero();
  }

  /** Opens a new one-time link. Returns the address of the page. */
  private static String signIn() throws IOException {
    String link = owner.post("/v1/explorer", "").json().path("url").asText();
    browser.open(link);
    return link.replaceFirst("/login.*", "/");
  }

  @AfterAll
  static void stop() {
    if (browser != null) {
      browser.close();
    }
    service.stop();
  }

  @AfterEach
  void loadsNothingFromOtherServers() {
    assertThat(browser.origins()).allMatch(each -> page.contains(each));
  }

  @Test
  void reachesGraphFromSearchByKeyboard() {
    browser.errors();
    browser.open(page);
    assertThat(browser.text()).contains("Recent runs");
    browser.find("body").sendKeys("/");
    assertThat(browser.driver().switchTo().activeElement().getAttribute("id")).isEqualTo("query");
    browser.driver().switchTo().activeElement().sendKeys("main.o");
    browser.until(
        "return document.getElementById('suggestions').ariaBusy === 'false'"
            + " && !document.getElementById('suggestions').hidden");
    browser.find("#query").sendKeys(Keys.ARROW_DOWN, Keys.ENTER);
    browser.until("return location.hash.startsWith('#graph?target=%2Flab%2Fmain.o')");
    browser.awaitReady();
    assertThat(browser.message()).isEmpty();
    assertThat(browser.errors()).isEmpty();
  }

  @Test
  void showsRunInDirectoryWithoutKnownFile() throws IOException {
    record(
        """
        {"op":"process","id":"q","pid":901,"executable":"/bin/ls","arguments":["ls"],"directory":"/elsewhere"}
        {"op":"write","process":"q","path":"/far/list"}
        {"op":"exit","process":"q"}
        """);
    browser.open(page);
    assertThat(browser.text()).contains("Recent runs", "in /elsewhere");
    assertThat(browser.message()).isEmpty();
  }

  @Test
  void restoresViewFromAddress() {
    browser.open(page + PROG + "&view=tree");
    browser.find(".tree li").sendKeys(Keys.ARROW_DOWN, Keys.ARROW_DOWN);
    browser.until("return location.hash.includes('select=')");
    browser.awaitDetails();
    String address = browser.driver().getCurrentUrl();
    String details = browser.find("aside h2").getText();
    browser.open(address);
    browser.awaitDetails();
    assertThat(browser.find("aside h2").getText()).isEqualTo(details);
    assertThat(browser.all(".tree li")).isNotEmpty();
  }

  @Test
  void marksIncompleteCapture() {
    browser.open(page + PROG);
    assertThat(browser.find(".notes .gap").getText()).contains("incomplete");
    browser.open(page + PROG + "&view=table");
    assertThat(browser.text()).contains("incomplete");
  }

  @Test
  void showsDetailsWithPatch() {
    browser.open(page + "#graph?target=%2Flab%2Fmain.c&direction=descendants&view=table");
    browser.click("tbody button.link", "main.c");
    browser.until("return document.querySelector('aside pre .added') !== null");
    assertThat(browser.find("aside pre .added").getText()).isEqualTo("+int new;");
    assertThat(browser.find("aside pre .removed").getText()).isEqualTo("-int old;");
    assertThat(browser.find("aside").getText()).contains("/lab/main.c", "900 bytes", "cc1 main.c");
  }

  @Test
  void showsEnvironmentOfProgram() throws IOException {
    record(
        """
        {"op":"process","id":"e","pid":901,"executable":"/bin/env","arguments":["env"],"time":"2026-11-25T11:01:00Z"}
        {"op":"write","process":"e","path":"/lab/env.out","time":"2026-11-25T11:01:01Z"}
        {"op":"extended","process":"e","type":"environment","data":"{\\"variables\\":{\\"LANG\\":\\"de_DE\\"}}","time":"2026-11-25T11:01:02Z"}
        {"op":"exit","process":"e","time":"2026-11-25T11:01:03Z"}
        """);
    browser.open(page + "#graph?target=%2Flab%2Fenv.out&view=table");
    browser.click("tbody button.link", "env");
    browser.awaitDetails();
    assertThat(browser.find("aside").getText()).contains("Environment", "LANG", "de_DE");
  }

  @Test
  void lightsUpInputBytesOfSelectedRange() throws IOException {
    long source = owner.get("/v1/show?target=/lab/main.c").json().at("/node/id").asLong();
    ByteMap map = new ByteMap(0, List.of(Segment.copy(new Part(source, 2, 5)), Segment.literal(3)));
    String text = map.encode().data().toString();
    record(
        """
        {"op":"process","id":"b","pid":902,"executable":"/bin/cut","arguments":["cut"],"time":"2026-11-25T11:02:00Z"}
        {"op":"read","process":"b","path":"/lab/main.c","time":"2026-11-25T11:02:01Z"}
        {"op":"write","process":"b","path":"/lab/cut.out","time":"2026-11-25T11:02:02Z"}
        {"op":"extended","path":"/lab/cut.out","process":"b","type":"bytes","data":%s,"time":"2026-11-25T11:02:03Z"}
        {"op":"exit","process":"b","time":"2026-11-25T11:02:04Z"}
        """
            .formatted(new ObjectMapper().writeValueAsString(text)));
    browser.open(page + "#graph?target=%2Flab%2Fcut.out&view=table");
    browser.click("tbody button.link", "cut.out");
    browser.until("return document.querySelectorAll('.strip').length === 2");
    WebElement copied = browser.all(".strip button").get(0);

    copied.sendKeys("");

    browser.until("return document.querySelectorAll('.strip span.lit').length === 1");
    assertThat(browser.find(".origin").getText()).contains("copied, bytes 2 to 6 of /lab/main.c");
    browser.all(".strip button").get(1).sendKeys("");
    browser.until("return document.querySelectorAll('.strip span.lit').length === 0");
  }

  @Test
  void expandsCommandAndFoldsItAgain() {
    browser.open(page + PROG + "&view=table");
    int folded = browser.all("tbody tr").size();
    browser.find("tbody button[aria-label^=Expand]").click();
    browser.until("return decodeURIComponent(location.hash).includes('expand=fold:process')");
    browser.awaitReady();
    assertThat(browser.all("tbody tr").size()).isGreaterThan(folded);
    browser.click("tbody button.link", "make all");
    browser.awaitDetails();
    browser.click("aside button", "Fold");
    browser.until("return !decodeURIComponent(location.hash).includes('expand=fold:process')");
    browser.awaitReady();
    assertThat(browser.all("tbody tr")).hasSize(folded);
  }

  @Test
  void showsOnlyPathBetweenTwoNodes() {
    browser.open(page + PROG + "&view=table");
    while (!browser.all("tbody button[aria-label^=Expand]").isEmpty()) {
      browser.find("tbody button[aria-label^=Expand]").click();
      browser.awaitReady();
    }
    assertThat(browser.find("tbody").getText()).contains("util.c", "main.c");
    browser.click("tbody button.link", "prog");
    browser.awaitDetails();
    browser.click("aside button", "Path to …");
    browser.click("tbody button.link", "main.c");
    browser.until("return location.hash.includes('path=')");
    browser.awaitReady();
    assertThat(browser.find("tbody").getText()).contains("main.c").doesNotContain("util.c");
  }

  @Test
  void selectsNodesOnCanvasByKeyboard() {
    browser.open(page + PROG);
    WebElement canvas = browser.find("canvas.graph");
    canvas.sendKeys(Keys.ARROW_LEFT);
    browser.until("return location.hash.includes('select=')");
    String first = browser.driver().getCurrentUrl();
    canvas.sendKeys(Keys.ARROW_LEFT);
    browser.until("return location.href !== " + quoted(first));
    canvas.sendKeys(Keys.ESCAPE);
    browser.until("return !location.hash.includes('select=')");
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "\\'") + "'";
  }

  @Test
  void showsGraphAsOfSnapshot() {
    browser.open(page + "#graph?target=%2Flab%2Fprog&direction=descendants&view=table");
    assertThat(browser.text()).contains("sh -c");
    browser.find("#snapshot").sendKeys("snapshot before");
    browser.until("return location.hash.includes('as-of=before')");
    browser.awaitReady();
    assertThat(browser.find("tbody").getText()).doesNotContain("sh -c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"view=table", "view=tree", ""})
  void showsHostileNamesAsText(String view) {
    browser.errors();
    browser.open(page + "#graph?target=pid%3A900&direction=descendants&" + view);
    browser.find("#query").sendKeys("gnp");
    browser.until("return document.querySelectorAll('#suggestions li').length > 0");
    String text = browser.text();
    assertThat(text).contains("gnp").doesNotContain("\u202e", "\u001b", "\u200b");
    assertThat(browser.all("main img, main script")).isEmpty();
    assertThat(browser.driver().getTitle()).isNotEqualTo("hit");
    assertThat(browser.errors()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "#find?name=lab",
        PROG,
        PROG + "&view=tree",
        PROG + "&view=table",
        "#compare?a=%2Flab%2Fprog&b=%2Flab%2Fmain.o",
        "#live"
      })
  void passesAccessibilityCheckInBothThemes(String view) throws IOException {
    browser.open(page + view);
    assertThat(browser.accessibilityProblems()).isEmpty();
    browser.find("#theme").click();
    assertThat(browser.accessibilityProblems()).isEmpty();
  }

  @Test
  void savesPicturesAndExports() throws Exception {
    browser.open(page + "#graph?target=pid%3A900&direction=descendants");
    browser.find("summary").click();
    for (String name : List.of("SVG", "PNG", "HTML", "JSON", "GraphML")) {
      browser.click(".menu button", name + (name.equals("HTML") ? ")" : ""));
      awaitContent(temp.resolve("lineage." + name.toLowerCase(Locale.ROOT)));
    }
    String svg = Files.readString(temp.resolve("lineage.svg"));
    assertThat(svg)
        .startsWith("<svg")
        .contains("process", "data")
        .doesNotContain("<img", "<script");
    assertThat(Files.readString(temp.resolve("lineage.html")))
        .startsWith("<!doctype html>")
        .contains("<svg", "The capture is")
        .doesNotContain("<script", "<img");
  }

  /** Waits until a download is complete. The browser first creates an empty file. */
  private static void awaitContent(Path file) throws IOException {
    while (!Files.exists(file) || Files.size(file) <= 200) {
      browser.run("return 1"); // waits for the browser; the class has a time limit
    }
  }

  @Test
  void showsRatesOfRunningService() throws IOException {
    browser.open(page + "#live");
    browser.until("return document.getElementById('view').dataset.live === 'true'");
    StringBuilder lines = new StringBuilder();
    lines.append("{\"op\":\"process\",\"id\":\"q\",\"executable\":\"/bin/true\"}\n");
    for (int i = 0; i < 30; i++) {
      lines.append("{\"op\":\"write\",\"process\":\"q\",\"path\":\"/lab/live%d\"}\n".formatted(i));
    }
    record(lines.toString());
    browser.until(
        "return document.querySelector('[aria-label=\"Sample of operations\"] tbody')"
            + ".textContent.includes('write')");
    assertThat((Long) browser.run("return document.querySelector('.live table').offsetHeight"))
        .as("height of the counters beside the sample")
        .isLessThan(400);
  }

  @Test
  void explainsUnknownTargetLimitAndExpiredSession() throws IOException {
    browser.open(page + "#graph?target=%2Flab%2Fnone");
    assertThat(browser.message()).startsWith("Nothing found").contains("/lab/none");
    browser.open(page + PROG + "&limit=5001");
    assertThat(browser.message()).contains("over a limit", "Ask for less", "limits.nodes");
    browser.driver().manage().deleteAllCookies();
    browser.open(page + PROG);
    assertThat(browser.message()).contains("expired", "colophon ui");
    signIn();
    browser.open(page + PROG);
    assertThat(browser.message()).isEmpty();
  }

  @Test
  void explainsStoppedAndRestartedService() throws IOException {
    Service other = startOnPort(0);
    int port = other.port();
    Caller caller = Caller.of(other.config().socket());
    browser.open(caller.post("/v1/explorer", "").json().path("url").asText());
    other.stop();
    browser.run("location.hash = 'find?name=x'");
    browser.until("return !document.getElementById('message').hidden");
    assertThat(browser.message()).contains("stopped or restarted", "colophon ui");

    Service again = startOnPort(port);
    browser.run("location.hash = 'find?name=y'");
    browser.until(
        "return document.getElementById('message').textContent.includes('was restarted')");
    again.stop();
    browser.open(page);
  }

  private static Service startOnPort(int port) {
    ListenConfig listen =
        new ListenConfig(Optional.empty(), Optional.of(TcpConfig.loopback(port)), Optional.empty());
    return Service.start(
        ServiceConfig.of(temp.resolve("other" + port))
            .withAdapters(List.of(AdapterSpec.of("memory")))
            .withListen(listen));
  }

  @Test
  void drawsOnlyVisibleNodesOfLargeGraph() {
    browser.open(page);
    Object part = browser.driver().executeAsyncScript(LARGE);
    assertThat((List<?>) part).hasSize(3).element(0).isEqualTo(10_000L);
    assertThat((Long) ((List<?>) part).get(1)).as("visited nodes").isBetween(50L, 400L);
    assertThat((Long) ((List<?>) part).get(2)).as("visited edges").isBetween(50L, 800L);
  }

  /**
   * Script that counts the nodes visited to draw one screen of a generated graph with 10,000 nodes.
   */
  private static final String LARGE =
      """
      const done = arguments[arguments.length - 1];
      import('/ui/scene.js').then(({ Scene }) => {
        const nodes = [], edges = [];
        for (let i = 0; i < 10000; i++) {
          const x = 220 * Math.floor(i / 50), y = 40 * (i % 50);
          nodes.push({ id: 'object:' + i, label: 'file ' + i, x, y, width: 150, height: 24 });
          if (i >= 50) edges.push({ from: i - 50, to: i, kind: 'read', points: [x - 70, y + 12, x, y + 12] });
        }
        const scene = new Scene({ nodes, edges, width: 44000, height: 2000 });
        const part = scene.within(20000, 500, 21000, 1200);
        done([scene.nodes.length, part.nodes.size, part.edges.size]);
      });
      """;
}
