package org.colophon.cli.command;

import java.util.ArrayList;
import java.util.List;
import org.colophon.query.api.Details;
import org.colophon.query.api.Root;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows everything known of processes and objects. */
@Command(
    name = "show",
    description = "Show everything known of a file, a process or another object.",
    footer = {
      "",
      "Examples:",
      "  colophon show prog",
      "  colophon show pid:4711",
      "  colophon show process:17 object:42 --json"
    })
final class ShowCommand extends ReportCommand {
  @Parameters(
      paramLabel = "TARGET",
      arity = "1..*",
      description = "Paths, pid:N, process:ID or object:ID.")
  private List<String> targets;

  ShowCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int answer(Question question) {
    List<Details> shown = new ArrayList<>();
    for (String target : targets) {
      for (Root root : question.target(target).roots()) {
        shown.add(question.engine().show(root));
      }
    }
    writeReports(shown);
    return ExitCode.FOUND;
  }
}
