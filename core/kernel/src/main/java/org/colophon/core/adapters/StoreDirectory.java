// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.adapters;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.filter.StoreFilters;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.format.FrameFacts;

/**
 * A store's directory. {@code VERSION} has the format, the writing process holds {@code lock}, and
 * {@code writer} identifies that process. {@code journal/} and a directory for each adapter hold
 * the data.
 */
public final class StoreDirectory implements AutoCloseable {
  /** Temporary files, such as the sort files of a fill; emptied when a writer opens the store. */
  static final String SCRATCH = "scratch";

  private static final String VERSION_LINE = "colophon store 1\n";
  private static final String VERSION_PREFIX = "colophon store ";
  private static final String WRITER = "writer";

  /** See {@code StoreHost}, which belongs to a package above this one. */
  private static final String HOST = "host";

  private static final String UNFINISHED_VERSION = "VERSION.new";

  /** Files that a directory may contain before it becomes a store, for example after a crash. */
  private static final Set<String> MAY_PRECEDE_A_STORE =
      Set.of(
          "lock",
          WRITER,
          WRITER + ".new",
          UNFINISHED_VERSION,
          StoreFilters.FILE,
          HOST,
          HOST + ".new");

  /** The stores that this process has locked. A file lock belongs to the whole process, too. */
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final FileChannel channel;

  private StoreDirectory(Path directory, FileChannel channel) {
    this.directory = directory;
    this.channel = channel;
  }

  /** Returns the locked directory. */
  public Path path() {
    return directory;
  }

  /** Returns the directory of a store's journal. */
  public static Path journalIn(Path directory) {
    return directory.resolve("journal");
  }

  /** Returns the directory of an adapter's files; it changes with each pruning. */
  public static Path adapterIn(Path directory, String adapter) {
    return AttachedAdapters.load(directory).directory(adapter);
  }

  /**
   * Returns true if there is a store in the directory.
   *
   * @throws ColophonException STORE_FOREIGN, also for a file that is not a directory; STORE_CORRUPT
   *     if only VERSION is missing; STORE_TOO_NEW; NOT_PERMITTED
   */
  public static boolean exists(Path directory) {
    Path version = directory.resolve("VERSION");
    if (Files.exists(directory) && !Files.isDirectory(directory)) {
      throw ErrorCode.STORE_FOREIGN.exception(
          directory + " is not a directory, so not a store: choose a directory with --store DIR");
    }
    try {
      check(version, Files.readString(version, StandardCharsets.ISO_8859_1));
      return true;
    } catch (NoSuchFileException e) {
      refuseOtherParts(directory);
      return false;
    } catch (IOException e) {
      throw failed("read", version, e);
    }
  }

  /**
   * Returns true if the journal has, or should have, records that an adapter does not hold. Causes
   * are a crash, an active writer, or a lost part of the journal.
   *
   * @param visibleLsn the LSN up to which the adapter's reader sees
   */
  public static boolean isJournalAhead(Path directory, long visibleLsn) {
    long acknowledgedLsn = Journal.peekAcknowledgedLsn(directory.resolve(StoreIdentity.SYNCED));
    FrameFacts last = Journal.peekLastFrame(journalIn(directory));
    boolean isJournalGone = acknowledgedLsn > 0 && last == null;
    long lastLsn = last == null ? 0 : last.lastLsn();
    return isJournalGone || Math.max(lastLsn, acknowledgedLsn) > visibleLsn;
  }

  /** Returns true after a crash or while a writer is active: the store was not closed. */
  public static boolean isLeftOpen(Path directory) {
    FrameFacts last = Journal.peekLastFrame(journalIn(directory));
    return last != null && !last.clean();
  }

  /**
   * Refuses to read an adapter's directory, or a journal, that belongs to another store.
   *
   * @throws ColophonException STORE_FOREIGN with both ids
   */
  public static void requireOwnParts(Path directory, String adapter) {
    AttachedAdapters attached = AttachedAdapters.load(directory);
    if (attached.storeId() != 0) {
      StoreIdentity identity = new StoreIdentity(attached.storeId(), true);
      identity.checkJournal(journalIn(directory));
      AttachedAdapters.Entry entry = attached.find(adapter);
      identity.check(attached.directory(adapter), entry == null ? 0 : entry.heldLsn());
    }
  }

  /** Creates the directory if need be, and locks it for writing. */
  public static StoreDirectory lock(Path directory) {
    try {
      exists(directory);
      Files.createDirectories(directory, PrivateFiles.DIRECTORY);
      Path real = directory.toRealPath();
      if (!exists(real)) {
        refuseForeign(real);
      }
      StoreDirectory locked = lockFile(real);
      try {
        if (!exists(real)) {
          writeVersion(real);
        }
        Files.createDirectories(journalIn(real), PrivateFiles.DIRECTORY);
        FileTree.delete(real.resolve(SCRATCH));
        PrivateFiles.write(real.resolve(WRITER), "process " + ProcessHandle.current().pid() + "\n");
        return locked;
      } catch (IOException | RuntimeException e) {
        locked.close();
        throw e;
      }
    } catch (IOException e) {
      throw failed("open", directory, e);
    }
  }

  /**
   * Refuses a directory with parts of a store but without VERSION: it would look like a new store.
   */
  private static void refuseOtherParts(Path directory) {
    if (Files.exists(directory.resolve(AttachedAdapters.FILE))
        && Files.isDirectory(journalIn(directory))) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the store in %s lost its file VERSION: restore it, or write it again with: printf '%s\\n' > %s"
              .formatted(directory, VERSION_LINE.strip(), directory.resolve("VERSION")));
    }
  }

  private static void refuseForeign(Path directory) throws IOException {
    try (Stream<Path> content = Files.list(directory)) {
      boolean isForeign =
          content.anyMatch(file -> !MAY_PRECEDE_A_STORE.contains(file.getFileName().toString()));
      if (isForeign && !exists(directory)) { // another process may have just made a store
        throw ErrorCode.STORE_FOREIGN.exception(
            directory + " is not empty and not a Colophon store: choose another directory");
      }
    }
  }

  private static void writeVersion(Path directory) throws IOException {
    PrivateFiles.write(directory.resolve("VERSION"), VERSION_LINE);
  }

  /**
   * Returns the directory for temporary files, and creates it if need be. Only for the store's
   * writer.
   */
  public static Path scratchIn(Path directory) {
    Path scratch = directory.resolve(SCRATCH);
    try {
      return Files.createDirectories(scratch, PrivateFiles.DIRECTORY);
    } catch (IOException e) {
      throw failed("create", scratch, e);
    }
  }

  /** Creates a directory for the temporary files of one reporter. */
  public static Path scratchIn(Path directory, String reporterName) {
    String letters = reporterName.replaceAll("[^A-Za-z0-9-]", "_");
    try {
      return Files.createTempDirectory(scratchIn(directory), letters);
    } catch (IOException e) {
      throw failed("create a directory in", directory, e);
    }
  }

  private static void check(Path file, String line) {
    if (!line.startsWith(VERSION_PREFIX)) {
      throw ErrorCode.STORE_FOREIGN.exception(file + " does not identify a Colophon store");
    }
    if (!line.equals(VERSION_LINE)) {
      throw ErrorCode.STORE_TOO_NEW.exception(
          file + " says '" + line.strip() + "', this Colophon knows 'colophon store 1'");
    }
  }

  /**
   * Locks the store's file. A file lock belongs to the whole process, and ends when the process
   * closes any channel to the file. So this checks the process's own set first, and opens the file
   * only to lock it.
   */
  private static StoreDirectory lockFile(Path directory) throws IOException {
    if (!HELD_HERE.add(directory)) {
      throw locked(directory);
    }
    FileChannel channel = null;
    try {
      channel = PrivateFiles.open(directory.resolve("lock"));
      if (channel.tryLock() == null) {
        throw locked(directory);
      }
      return new StoreDirectory(directory, channel);
    } catch (IOException | RuntimeException e) {
      HELD_HERE.remove(directory);
      if (channel != null) {
        channel.close();
      }
      throw e;
    }
  }

  private static ColophonException locked(Path directory) throws IOException {
    Path writer = directory.resolve(WRITER);
    String holder = Files.exists(writer) ? Files.readString(writer).strip() : "another process";
    return ErrorCode.STORE_LOCKED.exception(
        "the store in " + directory + " is being written by " + holder);
  }

  public static ColophonException failed(String what, Path path, IOException e) {
    if (e instanceof AccessDeniedException) {
      return ErrorCode.NOT_PERMITTED.exception(
          "not permitted to %s %s: use the account that it belongs to, or another store: --store DIR"
              .formatted(what, path),
          e);
    }
    return new ColophonException(
        IoFailure.code(e), "cannot %s %s: %s".formatted(what, path, IoFailure.reason(e)), e);
  }

  @Override
  public void close() {
    try {
      channel.close();
      HELD_HERE.remove(directory);
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception(
          "cannot release the store's lock: " + IoFailure.reason(e), e);
    }
  }
}
