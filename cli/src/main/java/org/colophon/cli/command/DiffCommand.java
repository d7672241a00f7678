package org.colophon.cli.command;

import org.colophon.client.ServiceRequest;
import org.colophon.service.answer.Answer;
import org.colophon.service.answer.Answers;
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
final class DiffCommand extends AnswerCommand {
  @Parameters(index = "0", paramLabel = "A", description = "The one.")
  private String first;

  @Parameters(index = "1", paramLabel = "B", description = "The other.")
  private String second;

  @Mixin private FilterOptions filter;

  DiffCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  String path() {
    return "/v1/diff";
  }

  @Override
  void describe(ServiceRequest.Builder request) {
    request.parameter("first", first).parameter("second", second);
    filter.describe(request);
  }

  @Override
  Answer answer(Answers answers) {
    return answers.diff(first, second, filter.filter());
  }
}
