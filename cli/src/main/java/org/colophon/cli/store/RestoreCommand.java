// SPDX-License-Identifier: Apache-2.0
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
import org.colophon.core.generation.StoreGeneration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a store from a backup, an archive, or both. */
@Command(
    name = "restore",
    description = "Make a store from a backup, an archive, or both.",
    footer = {
      "",
      "The store is a copy: it is complete up to its last LSN, and does not affect",
      "the original. If it replaces a lost original, add --as-replacement: then the",
      "records after the backup are a gap. Without either option this depends on the",
      "directory: a store that was there before is replaced.",
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
  private @Nullable Path directory;

  @Option(
      names = "--archive",
      paramLabel = "DIR",
      description = "The archive of the store (archive.directory of its service).")
  private @Nullable Path archive;

  @Option(
      names = "--until",
      paramLabel = "LSN",
      description = "With --archive: stop after this LSN (default: the archive's end).")
  private long until = Long.MAX_VALUE;

  @ArgGroup private Role role = new Role();

  /** The role of the restored store. */
  private static final class Role {
    @Option(
        names = "--as-copy",
        description = "The store is a complete copy; the original may continue.")
    private boolean isCopy;

    @Option(
        names = "--as-replacement",
        description = "The store replaces the original, whose later records are lost: a gap.")
    private boolean isReplacement;
  }

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
    Path growing = StoreRestore.begin(store);
    long lsn = archive == null ? restoreBackup(growing) : restoreArchive(growing);
    if (role.isCopy || role.isReplacement) {
      StoreGeneration.mark(growing, ArchiveRestore.storeId(growing), role.isReplacement);
    }
    StoreRestore.complete(store);
    out().println(store);
    console().remark("restored up to LSN " + lsn + "; to check it: colophon verify");
    return ExitCode.FOUND;
  }

  private long restoreBackup(Path growing) {
    return StoreRestore.copy(invocation().directory().resolve(directory), growing);
  }

  @SuppressWarnings("try") // the variable is unused; the progress is shown until closed
  private long restoreArchive(Path growing) {
    Path given = invocation().directory().resolve(archive);
    if (directory != null) {
      restoreBackup(growing);
    }
    Archive found =
        directory == null ? Archive.find(given) : ArchiveRestore.archiveOf(growing, given);
    AtomicLong last = new AtomicLong();
    try (ProgressLine progress =
        new ProgressLine(
            console(), () -> "restored up to LSN " + last + " of " + found.lastLsn())) {
      return new Store(growing, console()::remark).continueFrom(found, until, last::set);
    }
  }
}
