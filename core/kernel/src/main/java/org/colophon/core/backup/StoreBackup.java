// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;
import org.colophon.core.host.HostDirectory;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.format.FrameFacts;

/**
 * A copy of a store, in the state in which a crash would leave it: one adapter's checkpoint and the
 * journal after it. Opening the copy recovers it like any store.
 *
 * <p>The copy grows in {@code TARGET.partial}, which cannot be opened as a store since it lacks the
 * file VERSION. It is forced to disk and renamed at the end. One thread.
 */
public final class StoreBackup implements AutoCloseable {
  /** Files that are not copied: those of a running writer, and secrets. */
  private static final Set<String> LEFT_OUT =
      Set.of(
          "lock",
          "writer",
          "token",
          "service.json",
          "VERSION",
          "feed-readers", // these readers follow the store, not its copy
          BackupManifest.FILE);

  private static final String VERSION = "VERSION";

  private final Path store;
  private final Path target;
  private final Path partial;

  private StoreBackup(Path store, Path target, Path partial) {
    this.store = store;
    this.target = target;
    this.partial = partial;
  }

  /**
   * Begins a backup.
   *
   * @param target a new directory in an existing one
   * @throws ColophonException ALREADY_EXISTS; BAD_REQUEST; IO_FAILED
   */
  public static StoreBackup begin(Path store, Path target) {
    Path parent = target.getParent();
    if (parent == null || !target.isAbsolute() || target.startsWith(store)) {
      throw ErrorCode.BAD_REQUEST.exception(
          target + " is not an absolute directory outside the store");
    }
    if (Files.exists(target)) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          target + " exists: choose a new directory for the backup");
    }
    Path partial = parent.resolve(target.getFileName() + ".partial");
    try {
      FileTree.delete(partial);
      Files.createDirectory(partial, PrivateFiles.DIRECTORY);
      return new StoreBackup(store, target, partial);
    } catch (IOException e) {
      throw StoreDirectory.failed("create", partial, e);
    }
  }

  /** Returns the path of a file or directory in the backup. */
  public Path resolve(String name) {
    return partial.resolve(name);
  }

  /** Returns the directory for the stores of other hosts. */
  public Path hosts() {
    Path hosts = resolve(HostDirectory.DIRECTORY);
    try {
      Files.createDirectories(hosts, PrivateFiles.DIRECTORY);
      return hosts;
    } catch (IOException e) {
      throw StoreDirectory.failed("create", hosts, e);
    }
  }

  /** Copies the files of the store's own directory. */
  public void copySettings() {
    for (Path file : filesIn(store)) {
      String name = file.getFileName().toString();
      if (!LEFT_OUT.contains(name) && !name.endsWith(".new")) {
        copy(file, partial.resolve(name));
      }
    }
  }

  /**
   * Copies the journal, which must not be released meanwhile. Only its last segment may still be
   * written; the others are linked.
   */
  public void copyJournal() {
    Path journal = StoreDirectory.journalIn(partial);
    List<Path> segments = filesIn(StoreDirectory.journalIn(store));
    try {
      Files.createDirectory(journal, PrivateFiles.DIRECTORY);
      for (int i = 0; i < segments.size(); i++) {
        Path to = journal.resolve(segments.get(i).getFileName());
        if (i == segments.size() - 1) {
          copy(segments.get(i), to);
        } else if (FileTree.linkOrCopy(segments.get(i), to)) {
          PrivateFiles.force(to); // the store may not have done so yet
        }
      }
    } catch (IOException e) {
      throw StoreDirectory.failed("copy to", journal, e);
    }
  }

  private static List<Path> filesIn(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw StoreDirectory.failed("list", directory, e);
    }
  }

  private static void copy(Path file, Path to) {
    try {
      Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES);
    } catch (NoSuchFileException e) {
      throw StoreDirectory.failed("copy", Path.of(String.valueOf(e.getFile())), e);
    } catch (IOException e) {
      throw StoreDirectory.failed("copy to", to, e);
    }
  }

  /**
   * Completes the backup.
   *
   * @return the last LSN in it
   */
  public long complete() {
    FrameFacts last = Journal.peekLastFrame(StoreDirectory.journalIn(partial));
    long lsn = last == null ? 0 : last.lastLsn();
    try {
      Files.copy(store.resolve(VERSION), partial.resolve(VERSION));
      BackupManifest.of(partial, lsn).write(partial);
      force(partial);
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
      PrivateFiles.force(partial.resolveSibling(""));
      return lsn;
    } catch (IOException e) {
      throw StoreDirectory.failed("complete", target, e);
    }
  }

  /**
   * Forces a directory with its content to disk. Files with several names are on disk: they belong
   * to the store too.
   */
  static void force(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.toList()) {
        boolean isLinked = Files.isRegularFile(file) && hasOtherName(file);
        if (!isLinked) {
          PrivateFiles.force(file);
        }
      }
    }
  }

  static boolean hasOtherName(Path file) throws IOException {
    return (int) Files.getAttribute(file, "unix:nlink") > 1;
  }

  /** Deletes an incomplete backup. */
  @Override
  public void close() {
    try {
      FileTree.delete(partial);
    } catch (IOException e) {
      throw StoreDirectory.failed("delete", partial, e);
    }
  }
}
