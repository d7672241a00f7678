package org.colophon.cli.question;

import org.colophon.cli.base.Invocation;
import org.colophon.client.connection.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the history of a path. */
@Command(
    name = "history",
    description = "Show what happened at a path: created, written, cut off, renamed, removed.",
    footer = {
      "",
      "Examples:",
      "  colophon history prog",
      "  colophon history src                   the files below a directory",
      "  colophon history prog --as-of release-1",
      "  colophon history notes.txt --changes",
      "  colophon history prog --json"
    })
public final class HistoryCommand extends AnswerCommand {
  @Parameters(paramLabel = "FILE", description = "The path; a directory means the files below.")
  private String file;

  @Option(
      names = "--changes",
      description =
          "Show below each write the findings of inspectors: patches, changed properties.")
  private boolean isWithChanges;

  public HistoryCommand(Invocation invocation) {
    super(invocation, "/v1/history");
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    request.parameter("target", file).parameter("changes", isWithChanges ? true : null);
  }
}
