// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.explorer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Checkout;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.colophon.testing.browser.Browser;
import org.colophon.testing.browser.LargeGraph;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the explorer in headless Chromium. One measurement is from the start of {@code colophon
 * ui}, including the launcher, to the first picture of a traced build. Another is a large graph in
 * an open page. The browser already runs, like that of a user.
 */
@Command(
    name = "explorer",
    description = {
      "The explorer in Chromium: colophon ui to the first picture of a traced build, and a graph",
      "of 10,000 nodes."
    })
public final class ExplorerScenario extends Scenario {
  private static final String VIEW = "view";

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 5;

  @Option(names = "--sources", description = "C files of the build.")
  private int sources = 40;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private Browser browser;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private Path build;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private Path buildStore;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private String page;

  @Override
  protected void prepare() throws IOException {
    browser = owned(Browser.start(directory()));
    build = Files.createDirectory(directory().resolve("build"));
    buildStore = directory().resolve("build-store");
    traceBuild();
    UiProcess ui = owned(UiProcess.start(recordLargeGraph(directory().resolve("large-store"))));
    browser.open(ui.link());
    page = ui.link().replaceFirst("/login.*", "/");
  }

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("explorer")
            .setting("rounds", rounds)
            .setting("sources", sources)
            .rounds(rounds, 1)
            .subject(round -> recordings())
            .subject(round -> graph())
            .subject(round -> largeGraph())
            .medians(VIEW));
  }

  // --- stores ---

  private void traceBuild() throws IOException {
    for (int i = 0; i < sources; i++) {
      String source = "#include <stdio.h>\nint f%d(void) { return puts(\"\"); }\n".formatted(i);
      Files.writeString(build.resolve("f" + i + ".c"), source);
    }
    Files.writeString(build.resolve("main.c"), "int main(void) { return 0; }\n");
    Files.writeString(
        build.resolve("Makefile"), "prog: $(patsubst %.c,%.o,$(wildcard *.c))\n\tgcc -o $@ $^\n");
    List<String> command =
        new ArrayList<>(List.of(Checkout.launcher() + "", "trace", "--store", buildStore + ""));
    command.addAll(List.of("--", "make", "-s", "-C", build.toString(), "CC=gcc"));
    Programs.run(command, Map.of());
  }

  private static Path recordLargeGraph(Path store) {
    Service service = Service.start(ServiceConfig.of(store));
    ServiceRequest request =
        ServiceRequest.post("/v1/operations")
            .body("application/x-ndjson", LargeGraph.lines().getBytes(StandardCharsets.UTF_8))
            .build();
    try (ServiceConnection connection =
            ServiceConnection.at(ServiceConfig.defaultSocket(store)).build();
        ServiceResponse response = connection.exchange(request)) {
      response.text();
    } finally {
      service.stop();
    }
    return store;
  }

  // --- views ---

  private List<Figures> recordings() throws Exception {
    Figures row = firstPicture("start page of a build", "ul.runs");
    check(browser.text().contains("make -s"));
    return List.of(row);
  }

  private List<Figures> graph() throws Exception {
    Figures row =
        firstPicture(
            "graph of a build", "canvas.graph[data-nodes]", build.resolve("prog").toString());
    check(browser.message().isEmpty());
    for (String each : List.of("nodes", "edges")) {
      String count = browser.find("canvas.graph").getDomAttribute("data-" + each);
      row.put(each, Integer.valueOf(count));
    }
    return List.of(row);
  }

  /**
   * Measures the time from the start of the command until an element is drawn, and until the view
   * is complete.
   */
  private Figures firstPicture(String view, String element, String... target) throws IOException {
    long begin = System.nanoTime();
    try (UiProcess ui = UiProcess.start(buildStore, target)) {
      long linked = System.nanoTime();
      browser.begin(ui.link());
      browser.until("return document.querySelector('%s') !== null".formatted(element));
      long drawn = System.nanoTime();
      browser.awaitReady();
      long complete = System.nanoTime();
      return Figures.of(VIEW, view)
          .and("link ms", (linked - begin) / 1e6)
          .and("picture ms", (drawn - begin) / 1e6)
          .and("complete ms", (complete - begin) / 1e6);
    }
  }

  private List<Figures> largeGraph() {
    browser.open(page);
    Map<String, Number> seen = LargeGraph.open(browser);
    check(Objects.requireNonNull(seen.get("nodes")).intValue() >= 2 * LargeGraph.PROCESSES);
    return Figures.of(VIEW, "large graph in the open page")
        .and("picture ms", seen.get("picture"))
        .and("nodes", seen.get("nodes"))
        .and("edges", seen.get("edges"))
        .and("service ms", seen.get("service"))
        .and("longest task ms", seen.get("task"))
        .and("payload kB", Objects.requireNonNull(seen.get("payload")).longValue() / 1000.0)
        .row();
  }

  private void check(boolean isRight) {
    if (!isRight) {
      throw ErrorCode.BAD_INPUT.exception("a wrong view: " + browser.text());
    }
  }
}
