package org.colophon.cli.question;

import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.client.connection.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows all details of processes and objects. */
@Command(
    name = "show",
    description = "Show all details of a file, a process or another object.",
    footer = {
      "",
      "Examples:",
      "  colophon show prog",
      "  colophon show pid:4711",
      "  colophon show process:17 object:42 --json"
    })
public final class ShowCommand extends AnswerCommand {
  @Parameters(
      paramLabel = "TARGET",
      arity = "1..*",
      description = "Paths, pid:N, process:ID or object:ID.")
  private List<String> targets;

  public ShowCommand(Invocation invocation) {
    super(invocation, "/v1/show");
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    targets.forEach(target -> request.parameter("target", target));
  }
}
