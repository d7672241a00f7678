package org.colophon.cli.store;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.base.ProgressLine;
import org.colophon.cli.base.StoreCommand;
import org.colophon.cli.config.ArchiveRestore;
import org.colophon.cli.config.Store;
import org.colophon.core.backup.StoreRestore;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.Archive;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a store from a backup, an archive, or both. */
@Command(
    name = "restore",
    description = "Make a store from a backup, an archive, or both.",
    footer = {
      "",
      "The store must not exist. Until the command ends it is called STORE.restoring.",
      "With an archive, adds the records after the backup, to the archive's end.",
      "",
      "Examples:",
      "  colophon restore /backup/colophon-2026-11-26",
      "  colophon restore /backup/colophon-2026-11-26 --store /srv/restored",
      "  colophon restore /backup/colophon-2026-11-26 --archive /srv/archive",
      "  colophon restore --archive /srv/archive --until 120000"
    })
public final class RestoreCommand extends StoreCommand {
  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "The directory that 'colophon backup' made.")
  private Path directory;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "The archive of the store (archive.directory of its service).")
  private Path archive;

  @Option(
      names = "--until",
      paramLabel = "LSN",
      description = "With --archive: stop after this LSN (default: the archive's end).")
  private long until = Long.MAX_VALUE;

  public RestoreCommand(Invocation invocation) {
    super(invocation);
  }

  @Override
  public int run() {
    if (directory == null && archive == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "give the directory of a backup, --archive DIR, or both");
    }
    Path store = store().directory();
    long lsn = archive == null ? restoreBackup(store) : restoreArchive(store);
    out().println(store);
    console().remark("restored up to LSN " + lsn + "; to check it: colophon verify");
    return ExitCode.FOUND;
  }

  private long restoreBackup(Path store) {
    return StoreRestore.restore(invocation().directory().resolve(directory), store);
  }

  @SuppressWarnings("try") // the variable is unused; the progress is shown until closed
  private long restoreArchive(Path store) {
    Path growing = StoreRestore.begin(store);
    Path given = invocation().directory().resolve(archive);
    if (directory != null) {
      restoreBackup(growing);
    }
    Archive found =
        directory == null ? Archive.find(given) : ArchiveRestore.archiveOf(growing, given);
    AtomicLong last = new AtomicLong();
    long lsn;
    try (ProgressLine progress =
        new ProgressLine(
            console(), () -> "restored up to LSN " + last + " of " + found.lastLsn())) {
      lsn = new Store(growing, console()::remark).continueFrom(found, until, last::set);
    }
    StoreRestore.complete(store);
    return lsn;
  }
}
