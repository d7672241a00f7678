package org.colophon.cli.search;

import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.question.AnswerCommand;
import org.colophon.cli.question.FilterOptions;
import org.colophon.cli.question.LimitOption;
import org.colophon.client.connection.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the ancestors or descendants that several objects or processes have in common. */
@Command(
    name = "common",
    description = "Show the common origins of several targets, the nearest first.",
    footer = {
      "",
      "The steps are counted from each target, in the order given.",
      "",
      "Examples:",
      "  colophon common prog report.txt",
      "  colophon common a.csv b.csv c.csv --data-only",
      "  colophon common a.h b.h --descendants    what both influenced"
    })
public final class CommonCommand extends AnswerCommand {
  @Parameters(paramLabel = "TARGET", arity = "2..*", description = "Files, processes or objects.")
  private List<String> targets;

  @Option(
      names = {"--descendants", "--downstream"},
      description = "Show what all targets influenced.")
  private boolean isDescendants;

  @Mixin private LimitOption limit;

  @Mixin private FilterOptions filter;

  public CommonCommand(Invocation invocation) {
    super(invocation, "/v1/common");
  }

  @Override
  public void prepare() {
    limit.check();
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    targets.forEach(target -> request.parameter("target", target));
    request.parameter("direction", isDescendants ? "descendants" : "ancestors");
    limit.describe(request);
    filter.describe(request);
  }
}
