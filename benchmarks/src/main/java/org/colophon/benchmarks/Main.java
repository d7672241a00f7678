// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks;

import java.nio.file.Path;
import java.util.Objects;
import org.colophon.benchmarks.asof.AsOfScenario;
import org.colophon.benchmarks.asof.SnapshotScenario;
import org.colophon.benchmarks.capture.CaptureScenario;
import org.colophon.benchmarks.certify.CertifyScenario;
import org.colophon.benchmarks.certify.UpdatesScenario;
import org.colophon.benchmarks.cluster.ClusterScenario;
import org.colophon.benchmarks.cluster.CopiesScenario;
import org.colophon.benchmarks.cluster.HostsScenario;
import org.colophon.benchmarks.cluster.NodesScenario;
import org.colophon.benchmarks.explorer.ExplorerScenario;
import org.colophon.benchmarks.feed.FeedScenario;
import org.colophon.benchmarks.find.FindScenario;
import org.colophon.benchmarks.fuse.FuseScenario;
import org.colophon.benchmarks.fuse.PowerCutScenario;
import org.colophon.benchmarks.fuse.RequestScenario;
import org.colophon.benchmarks.fuzz.FuzzScenario;
import org.colophon.benchmarks.inside.InsideScenario;
import org.colophon.benchmarks.inside.QualityScenario;
import org.colophon.benchmarks.micro.MicroScenario;
import org.colophon.benchmarks.mysql.MysqlScenario;
import org.colophon.benchmarks.pipeline.GrowthScenario;
import org.colophon.benchmarks.pipeline.TreeScenario;
import org.colophon.benchmarks.pipeline.ZipfScenario;
import org.colophon.benchmarks.prune.PruneScenario;
import org.colophon.benchmarks.recovery.RecoveryScenario;
import org.colophon.benchmarks.result.PerformancePage;
import org.colophon.benchmarks.result.ResultFile;
import org.colophon.benchmarks.scenario.Checkout;
import org.colophon.benchmarks.service.OpenLineageScenario;
import org.colophon.benchmarks.service.ServiceScenario;
import org.colophon.benchmarks.service.StartScenario;
import org.colophon.benchmarks.tables.ParquetScenario;
import org.colophon.core.error.ColophonException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code ./colophon bench}. Each scenario is a subcommand. */
@Command(
    name = "colophon bench",
    mixinStandardHelpOptions = true,
    description = "Measures Colophon and its peers; results go to JSON files.",
    subcommands = {
      TreeScenario.class,
      ZipfScenario.class,
      GrowthScenario.class,
      RecoveryScenario.class,
      PruneScenario.class,
      FindScenario.class,
      ParquetScenario.class,
      FeedScenario.class,
      AsOfScenario.class,
      SnapshotScenario.class,
      ExplorerScenario.class,
      CaptureScenario.class,
      ServiceScenario.class,
      OpenLineageScenario.class,
      StartScenario.class,
      FuseScenario.class,
      RequestScenario.class,
      PowerCutScenario.class,
      FuzzScenario.class,
      ClusterScenario.class,
      HostsScenario.class,
      NodesScenario.class,
      CopiesScenario.class,
      CertifyScenario.class,
      UpdatesScenario.class,
      InsideScenario.class,
      QualityScenario.class,
      MicroScenario.class,
      MysqlScenario.class,
      AllCommand.class
    })
public final class Main implements Runnable {
  /** Runs a subcommand. Exits with 0, with 2 for wrong usage, or with 3 after an error. */
  public static void main(String[] arguments) {
    System.exit(execute(new Main(), arguments));
  }

  /** Runs a command and reports its failure, if any. Returns the exit status. */
  public static int execute(Runnable command, String... arguments) {
    return new CommandLine(command)
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler((failure, line, parsed) -> explain(failure))
        .execute(arguments);
  }

  private static int explain(Exception failure) throws Exception {
    if (!(failure instanceof ColophonException)) {
      throw failure;
    }
    System.err.println("colophon bench: " + failure.getMessage());
    return 3;
  }

  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }

  /** Generates the tables of the page of measurements from the result files. */
  @Command(
      mixinStandardHelpOptions = true,
      description = "Writes the tables of docs/reference/measurements.md from the JSON files.")
  void report(
      @Option(names = "--results", description = "Directory of the JSON files.") Path results,
      @Option(names = "--page", description = "The page.") Path page) {
    Path root = Objects.requireNonNull(Checkout.root());
    new PerformancePage(page == null ? root.resolve("docs/reference/measurements.md") : page)
        .update(ResultFile.readAll(results == null ? root.resolve("benchmarks/results") : results));
  }
}
