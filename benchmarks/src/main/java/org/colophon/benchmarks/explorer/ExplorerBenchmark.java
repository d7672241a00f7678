package org.colophon.benchmarks.explorer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.Checkout;
import org.colophon.benchmarks.command.Programs;
import org.colophon.benchmarks.result.Medians;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.connection.ServiceResponse;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.service.Service;
import org.colophon.service.config.ServiceConfig;
import org.colophon.testing.browser.Browser;
import org.colophon.testing.browser.LargeGraph;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Measures the explorer in headless Chromium. One measurement is from the start of {@code colophon
 * ui}, including the launcher, to the first picture of a traced build. Another is a large graph in
 * an open page. The browser already runs, like that of a user.
 */
@Command(
    name = "explorer",
    mixinStandardHelpOptions = true,
    description = {
      "The explorer in Chromium: colophon ui to the first picture of a traced build, and a graph",
      "of 10,000 nodes."
    })
public final class ExplorerBenchmark implements Runnable {
  private static final String VIEW = "view";
  private static final String PICTURE = "picture ms";
  private static final double NANOS_PER_MILLI = 1e6;

  @Mixin private BenchmarkOptions options;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 5;

  @Option(names = "--sources", description = "C files of the build (default: ${DEFAULT-VALUE}).")
  private int sources = 40;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          try (Browser browser = Browser.start(directory)) {
            measure(directory, browser);
          } catch (IOException e) {
            throw IoFailure.of("use", directory, e);
          }
        });
  }

  /** Opens the views in turn. The first round is the warm-up. */
  private void measure(Path directory, Browser browser) throws IOException {
    Path build = Files.createDirectory(directory.resolve("build"));
    Path buildStore = traceBuild(build, directory.resolve("build-store"));
    Path largeStore = recordLargeGraph(directory.resolve("large-store"));
    List<Map<String, Object>> runs = new ArrayList<>();
    try (UiProcess ui = UiProcess.start(largeStore)) {
      browser.open(ui.link());
      String page = ui.link().replaceFirst("/login.*", "/");
      for (int round = 0; round <= rounds; round++) {
        List<Map<String, Object>> some =
            List.of(
                recordings(browser, buildStore),
                graph(browser, buildStore, build.resolve("prog")),
                largeGraph(browser, page));
        some.forEach(each -> options.progress().accept(each.toString()));
        if (round > 0) {
          runs.addAll(some);
        }
      }
    }
    Map<String, Object> settings = Map.of("rounds", rounds, "sources", sources);
    options.publish("explorer", settings, Medians.rows(runs, VIEW), runs);
  }

  // --- stores ---

  private Path traceBuild(Path directory, Path store) throws IOException {
    for (int i = 0; i < sources; i++) {
      String source = "#include <stdio.h>\nint f%d(void) { return puts(\"\"); }\n".formatted(i);
      Files.writeString(directory.resolve("f" + i + ".c"), source);
    }
    Files.writeString(directory.resolve("main.c"), "int main(void) { return 0; }\n");
    Files.writeString(
        directory.resolve("Makefile"),
        "prog: $(patsubst %.c,%.o,$(wildcard *.c))\n\tgcc -o $@ $^\n");
    String launcher = Checkout.launcher().toString();
    String[] make = {"make", "-s", "-C", directory.toString(), "CC=gcc"};
    List<String> command = new ArrayList<>(List.of(launcher, "trace", "--store", store.toString()));
    command.add("--");
    command.addAll(List.of(make));
    Programs.run(command, Map.of());
    return store;
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

  private static Map<String, Object> recordings(Browser browser, Path store) {
    Map<String, Object> row = firstPicture("start page of a build", browser, store);
    check(browser.text().contains("make -s"), browser);
    return row;
  }

  private static Map<String, Object> graph(Browser browser, Path store, Path target) {
    Map<String, Object> row = firstPicture("graph of a build", browser, store, target.toString());
    check(browser.message().isEmpty(), browser);
    for (String each : List.of("nodes", "edges")) {
      String count = browser.find("canvas.graph").getDomAttribute("data-" + each);
      row.put(each, Integer.valueOf(count));
    }
    return row;
  }

  /** Measures the time from the start of the command until a view is drawn. */
  private static Map<String, Object> firstPicture(
      String view, Browser browser, Path store, String... target) {
    long begin = System.nanoTime();
    try (UiProcess ui = UiProcess.start(store, target)) {
      long linked = System.nanoTime();
      browser.open(ui.link());
      Map<String, Object> row = row(view);
      row.put("link ms", (linked - begin) / NANOS_PER_MILLI);
      row.put(PICTURE, (System.nanoTime() - begin) / NANOS_PER_MILLI);
      return row;
    }
  }

  private static Map<String, Object> largeGraph(Browser browser, String page) {
    browser.open(page);
    Map<String, Number> seen = LargeGraph.open(browser);
    check(seen.get("nodes").intValue() >= 2 * LargeGraph.PROCESSES, browser);
    Map<String, Object> row = row("large graph in the open page");
    row.put(PICTURE, seen.get("picture"));
    row.put("nodes", seen.get("nodes"));
    row.put("edges", seen.get("edges"));
    row.put("service ms", seen.get("service"));
    row.put("longest task ms", seen.get("task"));
    row.put("payload kB", seen.get("payload").longValue() / 1000.0);
    return row;
  }

  private static Map<String, Object> row(String view) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put(VIEW, view);
    return row;
  }

  private static void check(boolean isRight, Browser browser) {
    if (!isRight) {
      throw ErrorCode.BAD_INPUT.exception("a wrong view: " + browser.text());
    }
  }
}
