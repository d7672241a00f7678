// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.service;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.cluster.ReportedFiles;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Checkout;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Kernels;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.testing.hosts.ServiceProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures a query from the shell, including the launcher and the start of the JVM. Either a
 * service answers, or the command reads the store itself. Also measures how long a warm JVM takes
 * to open the store for reading, answer, and close it.
 */
@Command(
    name = "start",
    description = "Asking for a lineage from the shell: a service, and the store itself.")
public final class StartScenario extends Scenario {
  private static final String WHAT = "what";
  private static final long TIMEOUT_NANOS = 60_000_000_000L;
  private static final int WARM_UP_OPENINGS = 500;

  /** The two files and the process between them. */
  private static final int NODES = 3;

  private static final String LINES =
      """
      {"op":"process","id":"p","pid":1,"executable":"/bin/cp"}
      {"op":"read","process":"p","path":"/lab/a","bytes":1}
      {"op":"write","process":"p","path":"/lab/b","bytes":1}
      """;

  @Option(
      names = {"--rounds", "--times"},
      description = "Runs of each query.")
  private int rounds = 20;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private List<String> question;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private List<String> embedded;

  @SuppressWarnings("NullAway.Init") // set before the first use
  private StorageConfig stored;

  /** Starts a service, and waits until the store's files contain the answer. */
  @Override
  protected void prepare() throws IOException {
    Path store = directory().resolve("store");
    ServiceProcess service = owned(ServiceProcess.recorder(store, ServiceScenario.HOST));
    ReportedFiles.send(service, out -> out.write(LINES.getBytes(StandardCharsets.UTF_8)));
    String launcher = Checkout.launcher().toString();
    question = List.of(launcher, "lineage", "/lab/b", "--store", store.toString());
    embedded = new ArrayList<>(question);
    embedded.add("--embedded");
    stored = StorageConfig.at(StoreDirectory.adapterIn(store, Kernels.ROCKSDB));
    long begin = System.nanoTime();
    while (!isAnswered(embedded) && System.nanoTime() - begin < TIMEOUT_NANOS) {
      Thread.onSpinWait();
    }
  }

  private static boolean isAnswered(List<String> command) {
    try {
      return Programs.run(command, Map.of()).contains("/lab/a");
    } catch (ColophonException e) {
      return false;
    }
  }

  @Override
  protected List<Experiment> experiments() {
    return List.of(
        Experiment.named("start")
            .setting("rounds", rounds)
            .rounds(rounds, 1)
            .alternating(
                List.of(
                    round -> measureStart("asks the service", question),
                    round -> measureStart("reads the store (--embedded)", embedded),
                    round -> measureOpening(round < 0 ? WARM_UP_OPENINGS : 1)))
            .medians(WHAT));
  }

  /**
   * Opens the store in this process, answers, and closes it. Measures the last of several times.
   */
  private List<Figures> measureOpening(int times) {
    StorageAdapterFactory factory =
        new PluginLoader<>(StorageAdapterFactory.class).get(Kernels.ROCKSDB);
    long nanos = 0;
    for (int i = 0; i < times; i++) {
      long begin = System.nanoTime();
      try (LineageReader reader = factory.openReader(stored)) {
        Root root = Root.object(reader.resolve(Bytes.of("/lab/b"), Lsn.LATEST));
        Lineage answer =
            new LineageEngine(reader).collect(LineageQuery.builder().root(root).build());
        if (answer.nodes().size() < NODES) {
          throw ErrorCode.BAD_INPUT.exception("the answer has only " + answer.nodes());
        }
      }
      nanos = System.nanoTime() - begin;
    }
    return Figures.of(WHAT, "opens the store in a warm process").and("ms", nanos / 1e6).row();
  }

  /** Runs the launcher. Measures the time from its start to its end. */
  private static List<Figures> measureStart(String what, List<String> command) {
    long begin = System.nanoTime();
    String answer = Programs.run(command, Map.of());
    long nanos = System.nanoTime() - begin;
    if (!answer.contains("/lab/a")) {
      throw ErrorCode.BAD_INPUT.exception("%s answered: %s".formatted(command, answer));
    }
    return Figures.of(WHAT, what).and("ms", nanos / 1e6).row();
  }
}
