package org.colophon.cli.search;

import org.colophon.cli.base.Invocation;
import org.colophon.cli.question.AnswerCommand;
import org.colophon.cli.question.LimitOption;
import org.colophon.client.connection.ServiceRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists recordings, the newest first. */
@Command(
    name = "recordings",
    description = "List what was recorded: commands and sources, the newest first.",
    footer = {
      "",
      "A recording is a program with all that it started. 'colophon touched PROCESS'",
      "shows the files of one.",
      "",
      "Examples:",
      "  colophon recordings",
      "  colophon recordings --limit 3 --json"
    })
public final class RecordingsCommand extends AnswerCommand {
  private static final int DEFAULT_LIMIT = 20;

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "Show at most N (default: " + DEFAULT_LIMIT + ").")
  private Integer limit;

  public RecordingsCommand(Invocation invocation) {
    super(invocation, "/v1/recordings");
  }

  @Override
  public void prepare() {
    LimitOption.check(limit);
  }

  @Override
  public void describe(ServiceRequest.Builder request) {
    request.parameter("limit", limit);
  }
}
