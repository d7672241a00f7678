// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.backup;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;

/** Makes a store from a backup. */
public final class StoreRestore {
  /** End of the name of a store's directory that another one replaces. */
  public static final String REPLACED = ".replaced";

  private StoreRestore() {}

  /**
   * Copies a backup to the directory of {@link #begin}.
   *
   * @return the last LSN in the backup
   * @throws ColophonException NOT_FOUND, STORE_TOO_NEW, STORE_CORRUPT for a directory that is not a
   *     complete backup; IO_FAILED; DISK_FULL
   */
  public static long copy(Path backup, Path growing) {
    BackupManifest manifest = BackupManifest.read(backup);
    try {
      Files.createDirectory(growing, PrivateFiles.DIRECTORY);
      for (String each : manifest.sizes().keySet()) {
        if (Path.of(each).endsWith(BackupManifest.FILE)) {
          continue; // the manifest of another host's backup within this one
        }
        Path file = growing.resolve(each);
        Files.createDirectories(file.getParent(), PrivateFiles.DIRECTORY);
        Files.copy(backup.resolve(each), file, StandardCopyOption.COPY_ATTRIBUTES);
      }
    } catch (IOException e) {
      throw StoreDirectory.failed("restore to", growing, e);
    }
    return manifest.lsn();
  }

  /**
   * Returns the temporary directory in which to build a store until {@link #complete}. The
   * directory does not exist yet.
   *
   * @throws ColophonException ALREADY_EXISTS if the store exists
   */
  public static Path begin(Path store) {
    try {
      removeEmpty(store);
      return beginReplacement(store);
    } catch (IOException e) {
      throw StoreDirectory.failed("restore", store, e);
    }
  }

  /** Does the same as {@link #begin}, for a store that may exist until {@link #replace}. */
  public static Path beginReplacement(Path store) {
    Path growing = growing(store);
    try {
      Files.createDirectories(growing.getParent());
      FileTree.delete(growing);
      return growing;
    } catch (IOException e) {
      throw StoreDirectory.failed("restore", store, e);
    }
  }

  private static Path growing(Path store) {
    Path name = store.getFileName();
    if (name == null) {
      throw ErrorCode.BAD_REQUEST.exception(
          store + " is not a directory for a store: choose another place with --store DIR");
    }
    return store.toAbsolutePath().resolveSibling(name + ".restoring");
  }

  /** Forces the complete store to disk and renames it to its final name. */
  public static void complete(Path store) {
    Path growing = growing(store);
    try {
      StoreBackup.force(growing);
      Files.move(growing, store, StandardCopyOption.ATOMIC_MOVE);
      PrivateFiles.force(growing.resolveSibling(""));
    } catch (IOException e) {
      throw StoreDirectory.failed("restore", store, e);
    }
  }

  /**
   * Puts the complete store in the place of another one, which no process uses. After a crash,
   * {@link #finishReplacement} decides which one stays.
   */
  public static void replace(Path store) {
    finishReplacement(store);
    try {
      if (Files.exists(store)) {
        Files.move(store, replaced(store), StandardCopyOption.ATOMIC_MOVE);
      }
      complete(store);
    } catch (IOException e) {
      throw StoreDirectory.failed("replace", store, e);
    } finally {
      finishReplacement(store);
    }
  }

  /** Deletes the former store if the new one is in its place; else puts it back. */
  public static void finishReplacement(Path store) {
    Path former = replaced(store);
    try {
      if (Files.exists(former) && !Files.exists(store)) {
        Files.move(former, store, StandardCopyOption.ATOMIC_MOVE);
      }
      FileTree.delete(former);
    } catch (IOException e) {
      throw StoreDirectory.failed("replace", store, e);
    }
  }

  private static Path replaced(Path store) {
    return store.resolveSibling(store.getFileName() + REPLACED);
  }

  private static void removeEmpty(Path store) throws IOException {
    try {
      Files.deleteIfExists(store);
    } catch (DirectoryNotEmptyException e) {
      throw ErrorCode.ALREADY_EXISTS.exception(
          store + " has content already: move it away, or choose another place with --store DIR",
          e);
    }
  }
}
