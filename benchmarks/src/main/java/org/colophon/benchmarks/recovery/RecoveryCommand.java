package org.colophon.benchmarks.recovery;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.Checkout;
import org.colophon.benchmarks.result.Medians;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the restart of a killed service whose adapter lagged far behind. */
@Command(
    name = "recovery",
    mixinStandardHelpOptions = true,
    description = {
      "Opens a store whose adapter lacks a part of the journal, as after kill -9: within",
      "this process, then by a service that is started, killed, and started again."
    })
public final class RecoveryCommand implements Runnable {
  @Mixin private BenchmarkOptions options;

  @Option(
      names = "--journal-mib",
      description = "MiB of the journal that the adapter lacks (default: ${DEFAULT-VALUE}).")
  private int journalMib = 256;

  @Option(names = "--rounds", description = "Measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds = 3;

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          List<Map<String, Object>> runs = new ArrayList<>();
          for (RecoveryRun.Content content : RecoveryRun.Content.values()) {
            RecoveryRun run = new RecoveryRun(directory, content, (long) journalMib << 20);
            for (int round = 0; round < rounds; round++) {
              Map<String, Object> figures = run.open(round);
              figures.putAll(new ServiceRestart(Checkout.launcher()).measure(run.copy("served")));
              options.progress().accept(figures.toString());
              runs.add(figures);
            }
          }
          Map<String, Object> settings = Map.of("journalMib", journalMib, "rounds", rounds);
          options.publish("recovery", settings, Medians.rows(runs, "journal"), runs);
        });
  }
}
