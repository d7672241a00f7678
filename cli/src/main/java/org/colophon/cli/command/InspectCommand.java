package org.colophon.cli.command;

import org.colophon.service.answer.Answer;
import org.colophon.service.answer.Answers;
import org.colophon.service.client.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the extended records of files and processes. */
@Command(
    name = "inspect",
    description = "Show what reporters and inspectors attached to a file or process.",
    footer = {
      "",
      "Examples:",
      "  colophon inspect notes.txt",
      "  colophon inspect pid:4711 --json"
    })
final class InspectCommand extends AnswerCommand {
  @Parameters(paramLabel = "TARGET", description = "A path, pid:N, process:ID or object:ID.")
  private String target;

  InspectCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  String path() {
    return "/v1/inspect";
  }

  @Override
  void describe(ServiceRequest.Builder request) {
    request.parameter("target", target);
  }

  @Override
  Answer answer(Answers answers) {
    return answers.inspect(target);
  }
}
