// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.backup;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.colophon.core.adapters.StoreDirectory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.files.PrivateFiles;
import org.jspecify.annotations.Nullable;

/**
 * The list of a backup's files in its file {@code BACKUP}, which is written last. The first line is
 * {@code colophon backup 1 LSN}, each further one a size and a path.
 *
 * @param lsn the last LSN in the backup
 * @param sizes sizes of the files in bytes, by path in the backup
 */
record BackupManifest(long lsn, TreeMap<String, Long> sizes) {
  static final String FILE = "BACKUP";

  private static final String HEAD = "colophon backup 1 ";

  /** Lists the files of a directory. */
  static BackupManifest of(Path directory, long lsn) throws IOException {
    TreeMap<String, Long> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        sizes.put(directory.relativize(file).toString(), Files.size(file));
      }
    }
    return new BackupManifest(lsn, sizes);
  }

  void write(Path directory) throws IOException {
    StringBuilder text = new StringBuilder(HEAD + lsn + "\n");
    sizes.forEach((path, size) -> text.append(size).append(' ').append(path).append('\n'));
    PrivateFiles.write(directory.resolve(FILE), text.toString());
  }

  /**
   * Reads the list of a backup and compares it with the files.
   *
   * @throws ColophonException NOT_FOUND if the directory is not a backup; STORE_TOO_NEW;
   *     STORE_CORRUPT if a file is missing or has another size
   */
  static BackupManifest read(Path backup) {
    BackupManifest manifest = list(backup);
    try {
      manifest.compare(backup);
      return manifest;
    } catch (IOException e) {
      throw StoreDirectory.failed("read", backup, e);
    }
  }

  /**
   * Reads the list of a backup without a look at the files.
   *
   * @throws ColophonException NOT_FOUND if the directory is not a backup; STORE_TOO_NEW;
   *     STORE_CORRUPT
   */
  static BackupManifest list(Path backup) {
    Path file = backup.resolve(FILE);
    try {
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      String head = lines.isEmpty() ? "" : lines.get(0);
      if (!head.startsWith(HEAD)) {
        throw ErrorCode.STORE_TOO_NEW.exception(
            file + " says '" + head + "', this Colophon knows '" + HEAD + "LSN'");
      }
      TreeMap<String, Long> sizes = new TreeMap<>();
      for (String line : lines.subList(1, lines.size())) {
        int space = line.indexOf(' ');
        sizes.put(line.substring(space + 1), Long.parseLong(line.substring(0, space)));
      }
      return new BackupManifest(Long.parseLong(head.substring(HEAD.length())), sizes);
    } catch (NoSuchFileException e) {
      throw ErrorCode.NOT_FOUND.exception(
          backup + " is not a complete backup: it has no file " + FILE + ", which is written last",
          e);
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw damaged(file + " is not a list of files", e);
    } catch (IOException e) {
      throw StoreDirectory.failed("read", file, e);
    }
  }

  private void compare(Path backup) throws IOException {
    for (String each : sizes.keySet()) {
      Path file = backup.resolve(each).normalize();
      if (!file.startsWith(backup.normalize())) {
        throw damaged(each + " leads out of the backup", null);
      }
      long size = Files.isRegularFile(file) ? Files.size(file) : -1;
      if (size != sizes.get(each)) {
        throw damaged(
            "%s has %s instead of %d bytes"
                .formatted(file, size < 0 ? "no file" : "" + size, sizes.get(each)),
            null);
      }
    }
  }

  private static ColophonException damaged(String what, @Nullable Exception cause) {
    return ErrorCode.STORE_CORRUPT.exception(
        "the backup is damaged: " + what + "; use another backup", cause);
  }
}
