// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.damage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.files.CheckedText;
import org.colophon.core.files.PrivateFiles;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksIterator;

/**
 * The lost files of a store. RocksDB cannot open a store without them, so they are removed from its
 * list of files; a file LOST remembers their ranges of keys. Each read that may need one of these
 * keys meets damage. Immutable.
 */
public final class LostFiles {
  /** The name of the list. */
  public static final String FILE = "LOST";

  private final Path directory;
  private final List<LostFile> files;

  public LostFiles(Path directory, List<LostFile> files) {
    this.directory = directory;
    this.files = List.copyOf(files);
  }

  /**
   * Reads the list of a directory.
   *
   * @throws org.colophon.core.error.ColophonException STORE_CORRUPT without an intact list, since
   *     any data may be lost
   */
  public static LostFiles read(Path directory) {
    Path list = directory.resolve(FILE);
    try {
      String text = Files.readString(list);
      if (!CheckedText.isSealed(text)) {
        throw new IllegalArgumentException("it has no checksum");
      }
      return new LostFiles(directory, CheckedText.open(text).lines().map(LostFile::parse).toList());
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "%s, the list of lost table files, cannot be read: %s; %s"
              .formatted(list, e.getMessage(), LostFile.ADVICE),
          e);
    }
  }

  /** Writes the list atomically and durably to a directory. */
  public void write(Path to) {
    StringBuilder lines = new StringBuilder();
    files.forEach(each -> lines.append(each.line()));
    try {
      PrivateFiles.write(to.resolve(FILE), CheckedText.seal(lines.toString()));
    } catch (IOException e) {
      throw IoFailure.of("write", to.resolve(FILE).toString(), e);
    }
  }

  /** Returns these files and others. */
  public LostFiles with(List<LostFile> more) {
    Map<String, LostFile> all = new LinkedHashMap<>();
    files.forEach(each -> all.put(each.name(), each));
    more.forEach(each -> all.put(each.name(), each));
    return new LostFiles(directory, new ArrayList<>(all.values()));
  }

  public boolean isEmpty() {
    return files.isEmpty();
  }

  public List<LostFile> files() {
    return files;
  }

  /** Returns a text for each file. */
  public List<String> texts() {
    return files.stream()
        .map(each -> String.valueOf(each.failure(directory).getMessage()))
        .toList();
  }

  /** Passes on each file that may have keys in a range; null is the end of all keys. */
  public void check(int family, byte @Nullable [] from, byte @Nullable [] to, Damages damages) {
    for (LostFile each : files) {
      if (each.family() == family && each.meets(from, to)) {
        damages.met(each.failure(directory));
      }
    }
  }

  /** Returns a cursor that meets these files. */
  public Cursor cursor(RocksIterator iterator, int family, boolean isOfPrefix, Damages damages) {
    return isEmpty()
        ? new Cursor(iterator)
        : new CheckedCursor(iterator, isOfPrefix, (from, to) -> check(family, from, to, damages));
  }
}
