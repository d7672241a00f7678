package org.colophon.cli.command;

import java.util.List;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Snapshot;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Gives the present state of the store a name. */
@Command(
    name = "snapshot",
    description = "Give the present a name that every query takes with --as-of or @.",
    footer = {
      "",
      "Examples:",
      "  colophon snapshot release-1",
      "  colophon snapshot                      named by the next free number",
      "  colophon lineage prog@release-1        later"
    })
final class SnapshotCommand extends StoreCommand {
  @Parameters(paramLabel = "NAME", arity = "0..1", description = "The name; new in this store.")
  private String name;

  SnapshotCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  int run() {
    try (Kernel kernel = store().openKernel(List.of())) {
      Snapshot snapshot = kernel.snapshot(name);
      kernel.drain();
      out().println(snapshot.name());
      console().remark("snapshot " + snapshot.name() + " is LSN " + snapshot.lsn());
    }
    return ExitCode.FOUND;
  }
}
