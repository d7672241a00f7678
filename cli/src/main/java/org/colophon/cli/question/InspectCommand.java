package org.colophon.cli.question;

import org.colophon.cli.base.Invocation;
import org.colophon.client.connection.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows the extended records of files and processes. */
@Command(
    name = "inspect",
    description = "Show the records attached to a file or process.",
    footer = {
      "",
      "Examples:",
      "  colophon inspect notes.txt",
      "  colophon inspect pid:4711 --json"
    })
public final class InspectCommand extends AnswerCommand {
  @Parameters(paramLabel = "TARGET", description = "A path, pid:N, process:ID or object:ID.")
  private String target;

  public InspectCommand(Invocation invocation) {
    super(invocation, "/v1/inspect");
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    request.parameter("target", target);
  }
}
