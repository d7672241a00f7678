package org.colophon.benchmarks;

import java.nio.file.Path;
import org.colophon.benchmarks.result.PerformancePage;
import org.colophon.benchmarks.result.ResultFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Fills the performance page from the result files. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Writes the tables of docs/explanation/performance.md from the JSON files.")
final class ReportCommand implements Runnable {
  @Option(
      names = "--results",
      description = "Directory of the JSON files (default: ${DEFAULT-VALUE}).")
  private Path results = Checkout.root().resolve("benchmarks").resolve("results");

  @Option(names = "--page", description = "The page (default: ${DEFAULT-VALUE}).")
  private Path page = Checkout.root().resolve("docs/explanation/performance.md");

  @Override
  public void run() {
    new PerformancePage(page).update(ResultFile.readAll(results));
  }
}
