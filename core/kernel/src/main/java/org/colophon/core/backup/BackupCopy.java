// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.colophon.core.adapters.AttachedAdapters;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.error.ColophonException;
import org.colophon.core.files.FileTree;
import org.colophon.core.files.PrivateFiles;

/**
 * A backup as a directory that may be on another file system. Any thread; one thread at a time
 * writes a directory.
 *
 * @param directory the complete backup
 * @param storeId id of the store; 0 without one
 * @param lsn the last LSN in it
 * @param writtenMillis time at which it was written, in milliseconds since 1970
 */
public record BackupCopy(Path directory, long storeId, long lsn, long writtenMillis) {
  /** End of the name of a directory with an incomplete backup. */
  public static final String PARTIAL = ".partial";

  /**
   * Finds a backup without a look at its files.
   *
   * @throws ColophonException NOT_FOUND, STORE_TOO_NEW, STORE_CORRUPT for a directory that is not a
   *     complete backup; IO_FAILED
   */
  public static BackupCopy of(Path directory) {
    long lsn = BackupManifest.list(directory).lsn();
    Path list = directory.resolve(BackupManifest.FILE);
    try {
      long millis = Files.getLastModifiedTime(list).toMillis();
      return new BackupCopy(directory, storeIdOf(directory), lsn, millis);
    } catch (IOException e) {
      throw StoreDirectory.failed("read", list, e);
    }
  }

  /** Returns the id of the store in a directory; 0 without one. */
  public static long storeIdOf(Path store) {
    StoreIdentity identity = StoreIdentity.of(store, AttachedAdapters.load(store));
    return identity.isEstablished() ? identity.id() : 0;
  }

  /**
   * Copies this backup to {@code TARGET.partial}, forces it to disk and renames it. Files that are
   * never written again and that an earlier copy has get a second name instead, where the file
   * system has links.
   *
   * @param target a new directory in an existing one
   */
  public void writeTo(Path target, Optional<Path> earlier) {
    Path partial = target.resolveSibling(target.getFileName() + PARTIAL);
    BackupManifest manifest = BackupManifest.read(directory);
    try {
      FileTree.delete(partial);
      Files.createDirectory(partial, PrivateFiles.DIRECTORY);
      for (String each : manifest.sizes().keySet()) {
        Path file = partial.resolve(each);
        Files.createDirectories(file.getParent(), PrivateFiles.DIRECTORY);
        copy(directory.resolve(each), earlier.map(there -> there.resolve(each)), file);
      }
      manifest.write(partial);
      StoreBackup.force(partial);
      Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
      PrivateFiles.force(target.resolveSibling(""));
    } catch (IOException e) {
      throw StoreDirectory.failed("write", target, e);
    }
  }

  private static void copy(Path from, Optional<Path> earlier, Path to) throws IOException {
    if (earlier.isPresent() && isSame(from, earlier.get())) {
      FileTree.linkOrCopy(earlier.get(), to);
    } else {
      Files.copy(from, to, StandardCopyOption.COPY_ATTRIBUTES);
    }
  }

  /** A file with another name in the store is never written again: see {@link StoreBackup}. */
  private static boolean isSame(Path file, Path earlier) throws IOException {
    if (!StoreBackup.hasOtherName(file) || !Files.isRegularFile(earlier)) {
      return false;
    }
    BasicFileAttributes one = Files.readAttributes(file, BasicFileAttributes.class);
    BasicFileAttributes other = Files.readAttributes(earlier, BasicFileAttributes.class);
    return one.size() == other.size()
        && micros(one.lastModifiedTime()) == micros(other.lastModifiedTime());
  }

  /** Returns a time in the precision that every copy keeps. */
  private static long micros(FileTime time) {
    return time.to(TimeUnit.MICROSECONDS);
  }
}
