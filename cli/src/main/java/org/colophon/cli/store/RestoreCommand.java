package org.colophon.cli.store;

import java.nio.file.Path;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.StoreCommand;
import org.colophon.core.backup.StoreRestore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Makes a store from a backup. */
@Command(
    name = "restore",
    description = "Make a store from a backup.",
    footer = {
      "",
      "The store must not exist. Until the command ends it is called STORE.restoring.",
      "",
      "Examples:",
      "  colophon restore /backup/colophon-2026-11-26",
      "  colophon restore /backup/colophon-2026-11-26 --store /srv/restored"
    })
public final class RestoreCommand extends StoreCommand {
  @Parameters(paramLabel = "DIR", description = "The directory that 'colophon backup' made.")
  private Path directory;

  public RestoreCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    Path store = store().directory();
    long lsn = StoreRestore.restore(invocation().directory().resolve(directory), store);
    out().println(store);
    console().remark("restored up to LSN " + lsn + "; to check it: colophon verify");
    return ExitCode.FOUND;
  }
}
