package org.colophon.cli.command;

import org.colophon.service.answer.Answer;
import org.colophon.service.answer.Answers;
import org.colophon.service.client.ServiceRequest;
import picocli.CommandLine.Command;

/** Lists the snapshots of a store. */
@Command(
    name = "snapshots",
    description = "List the snapshots.",
    footer = {
      "",
      "Tells of now, so --as-of is refused.",
      "",
      "Examples:",
      "  colophon snapshots",
      "  colophon snapshots --json"
    })
final class SnapshotsCommand extends AnswerCommand {
  SnapshotsCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  void prepare() {
    refuseAsOf();
  }

  @Override
  String path() {
    return "/v1/snapshots";
  }

  @Override
  void describe(ServiceRequest.Builder request) {
    // there is nothing else to say
  }

  @Override
  Answer answer(Answers answers) {
    return answers.snapshots();
  }
}
