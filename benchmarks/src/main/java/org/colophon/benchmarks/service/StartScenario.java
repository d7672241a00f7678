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
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.benchmarks.scenario.Scenario;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.testing.hosts.ServiceProcess;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures a query from the shell, including the launcher and the start of the JVM. Either a
 * service answers, or the command reads the store itself.
 */
@Command(
    name = "start",
    description = "Asking for a lineage from the shell: a service, and the store itself.")
public final class StartScenario extends Scenario {
  private static final String WHAT = "what";
  private static final long TIMEOUT_NANOS = 60_000_000_000L;
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
                    round -> measureStart("reads the store (--embedded)", embedded)))
            .medians(WHAT));
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
