package org.colophon.cli.command;

import org.colophon.query.api.Explanation;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows how one thing came to depend on another. */
@Command(
    name = "why",
    description = "Show a shortest chain by which one thing came from another.",
    footer = {
      "",
      "Examples:",
      "  colophon why prog src/util.h          how util.h got into prog",
      "  colophon why report.csv pid:4711      what that process has to do with the report",
      "  colophon why a b --data-only          only if content went that way"
    })
final class WhyCommand extends ReportCommand {
  @Parameters(index = "0", paramLabel = "EFFECT", description = "What was influenced.")
  private String effect;

  @Parameters(index = "1", paramLabel = "CAUSE", description = "What may have influenced it.")
  private String cause;

  @Mixin private FilterOptions filter;

  WhyCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int answer(Question question) {
    Target from = question.target(effect);
    Target to = question.target(cause);
    Explanation explanation = explain(question, from, to);
    if (!explanation.isFound() && explain(question, to, from).isFound()) {
      console().remark("it is the other way round: try colophon why " + cause + " " + effect);
    }
    writeReport(explanation);
    return explanation.isFound() ? ExitCode.FOUND : ExitCode.NOTHING;
  }

  private Explanation explain(Question question, Target from, Target to) {
    LineageQuery.Builder query =
        LineageQuery.builder().roots(from.roots()).asOfLsn(question.asOfLsn());
    return question.engine().why(filter.applyHidden(query).build(), to.roots());
  }
}
