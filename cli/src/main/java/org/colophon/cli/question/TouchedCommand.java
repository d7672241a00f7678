package org.colophon.cli.question;

import java.util.ArrayList;
import java.util.List;
import org.colophon.cli.base.Invocation;
import org.colophon.client.connection.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the files that a run created, changed, moved, removed and read. */
@Command(
    name = "touched",
    description = "Show the files that a run created, changed, moved, removed and read.",
    footer = {
      "",
      "Shows files by their names at the end of the run, and counts temporary files.",
      "",
      "Examples:",
      "  colophon touched               the newest run",
      "  colophon touched out.txt       the run that wrote out.txt",
      "  colophon touched pid:123       a process and what it started",
      "  colophon touched --json"
    })
public final class TouchedCommand extends AnswerCommand {
  @Parameters(
      paramLabel = "RUN",
      arity = "0..1",
      description = "A process, or a file that the run wrote; by default the newest run.")
  private String run;

  @Option(
      names = "--hide",
      paramLabel = "GLOB",
      description = "Leave out files of such names, and all below such directories. Repeatable.")
  private List<String> hidden = new ArrayList<>();

  @Option(
      names = {"-a", "--all"},
      description = "Include files of the system and of tools that the run only read.")
  private boolean isAll;

  @Mixin private MineOption mine;

  public TouchedCommand(Invocation invocation) {
    super(invocation, "/v1/touched");
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    request.parameter("target", run).parameter("all", isAll ? true : null);
    hidden.forEach(glob -> request.parameter("hide", glob));
    mine.describe(request);
  }
}
