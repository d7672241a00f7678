package org.colophon.cli.question;

import org.colophon.cli.base.Invocation;
import org.colophon.service.answer.Answer;
import org.colophon.service.answer.Answers;
import org.colophon.service.client.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows how one thing came to depend on another. */
@Command(
    name = "why",
    description = "Show a shortest chain from an effect to its cause.",
    footer = {
      "",
      "Examples:",
      "  colophon why prog src/util.h      how util.h influenced prog",
      "  colophon why report.csv pid:4711  how a process influenced the report",
      "  colophon why a b --data-only      only along content"
    })
public final class WhyCommand extends AnswerCommand {
  @Parameters(index = "0", paramLabel = "EFFECT", description = "The influenced file or process.")
  private String effect;

  @Parameters(index = "1", paramLabel = "CAUSE", description = "The possible influence.")
  private String cause;

  @Mixin private LimitOption limit;

  @Mixin private FilterOptions filter;

  public WhyCommand(Invocation invocation) {
    super(invocation, "/v1/why");
  }

  @Override
  public void prepare() {
    limit.check();
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    request.parameter("effect", effect).parameter("cause", cause);
    limit.describe(request);
    filter.describe(request);
  }

  @Override
  public Answer answer(Answers answers) {
    return answers.why(effect, cause, limit.nodes(), filter.filter());
  }
}
