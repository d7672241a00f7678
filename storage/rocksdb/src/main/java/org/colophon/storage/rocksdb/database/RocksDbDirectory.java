// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.database;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.storage.common.StoreDirectory;
import org.colophon.storage.rocksdb.damage.LostFiles;
import org.colophon.storage.rocksdb.format.StoreFormat;

/** The directory of a store. Its FORMAT file is checked before RocksDB opens any file. */
public final class RocksDbDirectory extends StoreDirectory {
  private static final String CURRENT = "CURRENT";

  /** Follows the format of a store with a list of lost files, so that the list cannot disappear. */
  private static final String LOST = " lost";

  public RocksDbDirectory(Path path) {
    super(path, "rocksdb", FORMAT_FILE, VERSION_PATTERN + "(?:" + LOST + ")?");
  }

  /**
   * Creates the directory if it is missing, and checks it for writing.
   *
   * @return the format of the store
   */
  public int prepare() {
    create();
    if (isEmpty()) {
      writeMarker(Integer.toString(StoreFormat.VERSION));
    }
    int format = format();
    requireCurrent();
    return format;
  }

  /**
   * Marks the store as one of the present format.
   *
   * @param lost the files that the store has lost
   */
  public void writeFormat(LostFiles lost) {
    if (!lost.isEmpty()) {
      lost.write(resolve(""));
    }
    writeMarker(StoreFormat.VERSION + (lost.isEmpty() ? "" : LOST));
  }

  /** Marks the store as one with a list of lost files. */
  void markLost() {
    writeMarker(format() + LOST);
  }

  /** Returns the files that the store has lost. */
  public LostFiles lostFiles() {
    Path path = resolve("");
    return readMarker().endsWith(LOST) ? LostFiles.read(path) : new LostFiles(path, List.of());
  }

  /** Returns the format; fails unless this version reads it. */
  public int format() {
    return readFormat(StoreFormat.VERSION);
  }

  /**
   * Requires CURRENT. Without it RocksDB would begin a new database among the files of the old one.
   */
  private void requireCurrent() {
    if (Files.exists(resolve(CURRENT))) {
      return;
    }
    try (DirectoryStream<Path> data = Files.newDirectoryStream(resolve(""), "*.{sst,blob}")) {
      if (data.iterator().hasNext()) {
        throw ErrorCode.STORE_CORRUPT.exception(
            "the adapter in %s lost its file CURRENT; restore the directory from a copy, or move it away to begin without data"
                .formatted(this));
      }
    } catch (IOException e) {
      throw new ColophonException(
          IoFailure.code(e), "cannot list " + this + ": " + IoFailure.reason(e), e);
    }
  }

  /**
   * Fails unless RocksDB has created its files here.
   *
   * @return the format of the store
   */
  public int requireStore() {
    requireContent();
    int format = format();
    requireCurrent();
    if (!Files.exists(resolve(CURRENT))) {
      throw absent();
    }
    return format;
  }
}
