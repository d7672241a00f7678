package org.colophon.cli.question;

import org.colophon.cli.base.Invocation;
import picocli.CommandLine.Command;

/** Lists the snapshots of a store. */
@Command(
    name = "snapshots",
    description = "List the snapshots.",
    footer = {
      "",
      "Reports the present, so --as-of is refused.",
      "",
      "Examples:",
      "  colophon snapshots",
      "  colophon snapshots --json"
    })
public final class SnapshotsCommand extends AnswerCommand {
  public SnapshotsCommand(Invocation invocation) {
    super(invocation, "/v1/snapshots");
  }

  @Override
  public void prepare() {
    refuseAsOf();
  }
}
