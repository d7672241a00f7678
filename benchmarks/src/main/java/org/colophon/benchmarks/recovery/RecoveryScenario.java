// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.recovery;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Measures the restart of a killed service whose adapter lagged far behind. */
@Command(
    name = "recovery",
    description = {
      "Opens a store whose adapter lacks a part of the journal, as after kill -9: within",
      "this process, then by a service that is started, killed, and started again."
    })
public final class RecoveryScenario extends Scenario {
  @Option(names = "--journal-mib", description = "MiB of the journal that the adapter lacks.")
  private int journalMib = 256;

  @Option(names = "--rounds", description = "Measured rounds.")
  private int rounds = 3;

  private final List<CrashedStore> stores = new ArrayList<>();

  @Override
  protected void prepare() throws IOException {
    for (CrashedStore.Content content : CrashedStore.Content.values()) {
      stores.add(new CrashedStore(directory(), content, (long) journalMib << 20));
    }
  }

  @Override
  protected List<Experiment> experiments() {
    Experiment recovery =
        Experiment.named("recovery")
            .setting("journalMib", journalMib)
            .setting("rounds", rounds)
            .rounds(rounds, 0)
            .medians("journal");
    stores.forEach(store -> recovery.subject(round -> measure(store)));
    return List.of(recovery);
  }

  private static List<Figures> measure(CrashedStore store) throws Exception {
    Figures figures = store.open();
    figures.putAll(ServiceRestart.measure(store.copy("served")));
    return List.of(figures);
  }
}
