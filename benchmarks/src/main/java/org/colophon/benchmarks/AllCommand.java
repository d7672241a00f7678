package org.colophon.benchmarks;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Everything, then the page. */
@Command(
    name = "all",
    description =
        "Every benchmark with its defaults, then docs/performance.md. Takes half an hour.")
final class AllCommand implements Runnable {
  private static final List<String> COMMANDS =
      List.of("stages", "micro", "tree", "growth", "zipf", "capture");

  /** Options are passed on to every benchmark, such as {@code --rounds=5}. */
  @Unmatched private List<String> passedOn = new ArrayList<>();

  @Override
  public void run() {
    for (String command : COMMANDS) {
      execute(command, passedOn);
    }
    execute("tree", List.of("--at-once=8", "--systems=colophon,colophon-suppressed"));
    execute("report", List.of());
  }

  private static void execute(String command, List<String> options) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(options);
    new CommandLine(new Main())
        .setExecutionExceptionHandler(
            (failure, line, parsed) -> {
              throw failure;
            })
        .execute(arguments.toArray(String[]::new));
  }
}
