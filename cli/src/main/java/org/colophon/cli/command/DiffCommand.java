package org.colophon.cli.command;

import org.colophon.query.api.LineageDiff;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows what the origins of two things do not share. */
@Command(
    name = "diff",
    description = "Show what the origins of two things, or of two states of one, do not share.",
    footer = {
      "",
      "Examples:",
      "  colophon diff prog@release-1 prog      what changed in how prog is made",
      "  colophon diff prog-a prog-b --data-only"
    })
final class DiffCommand extends ReportCommand {
  @Parameters(index = "0", paramLabel = "A", description = "The one.")
  private String first;

  @Parameters(index = "1", paramLabel = "B", description = "The other.")
  private String second;

  @Mixin private FilterOptions filter;

  DiffCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int answer(Question question) {
    LineageDiff diff = question.engine().diff(query(question, first), query(question, second));
    writeReport(diff);
    return diff.isEmpty() ? ExitCode.NOTHING : ExitCode.FOUND;
  }

  private LineageQuery query(Question question, String text) {
    Target target = question.target(text);
    LineageQuery.Builder query =
        LineageQuery.builder().roots(target.roots()).asOfLsn(question.asOfLsn());
    return filter.apply(query).build();
  }
}
