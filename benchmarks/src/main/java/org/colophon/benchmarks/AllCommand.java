package org.colophon.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/** Everything, then the page. */
@Command(
    name = "all",
    description =
        "Run stages, micro, tree, growth, zipf and capture with their defaults, then write docs/explanation/performance.md. Takes half an hour.")
final class AllCommand implements Callable<Integer> {
  private static final List<String> COMMANDS =
      List.of("stages", "micro", "tree", "growth", "zipf", "capture");

  /** Options are passed on to every benchmark, such as {@code --rounds=5}. */
  @Unmatched private List<String> passedOn = new ArrayList<>();

  /** A benchmark that fails does not keep the others from running; the worst exit status counts. */
  @Override
  public Integer call() {
    int worst = 0;
    for (String command : COMMANDS) {
      worst = Math.max(worst, execute(command));
    }
    worst =
        Math.max(worst, execute("tree", "--at-once=8", "--systems=colophon,colophon-suppressed"));
    return Math.max(worst, Main.execute("report"));
  }

  private int execute(String... words) {
    List<String> arguments = new ArrayList<>(List.of(words));
    arguments.addAll(passedOn);
    return Main.execute(arguments.toArray(String[]::new));
  }
}
