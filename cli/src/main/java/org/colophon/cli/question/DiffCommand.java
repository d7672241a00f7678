package org.colophon.cli.question;

import org.colophon.cli.base.Invocation;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.service.answer.Answer;
import org.colophon.service.answer.Answers;
import org.colophon.service.client.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows what the origins of two things do not share. */
@Command(
    name = "diff",
    description = "Compare the origins of two things, or of two states of one thing.",
    footer = {
      "",
      "Exit code 0 means that there is a difference, 1 that there is none. An unknown",
      "target is wrong usage, 2.",
      "",
      "Examples:",
      "  colophon diff prog@release-1 prog      what changed in how prog is made",
      "  colophon diff prog-a prog-b --data-only"
    })
public final class DiffCommand extends AnswerCommand {
  @Parameters(index = "0", paramLabel = "A", description = "The first target.")
  private String first;

  @Parameters(index = "1", paramLabel = "B", description = "The second target.")
  private String second;

  @Mixin private LimitOption limit;

  @Mixin private FilterOptions filter;

  @Mixin private MineOption mine;

  public DiffCommand(Invocation invocation) {
    super(invocation, "/v1/diff");
  }

  /** Reports an unknown target as wrong usage, as exit code 1 means no difference. */
  @Override
  public int run() {
    try {
      return super.run();
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.NOT_FOUND) {
        throw e;
      }
      throw new ColophonException(ErrorCode.BAD_REQUEST, e.getMessage(), e);
    }
  }

  @Override
  public void prepare() {
    limit.check();
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    request.parameter("first", first).parameter("second", second);
    limit.describe(request);
    filter.describe(request);
    mine.describe(request);
  }

  @Override
  public Answer answer(Answers answers) {
    return answers.diff(first, second, limit.nodes(), filter.filter(mine.directory()));
  }
}
