// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.rocksdb.damage;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.storage.rocksdb.format.StoreFormat;
import org.jspecify.annotations.Nullable;
import org.rocksdb.LiveFileMetaData;

/**
 * A table file that is missing or cannot be opened. RocksDB's list of files has its range of keys.
 *
 * @param family the position of the column family in {@link StoreFormat#NAMES}
 * @param level the level of the file
 * @param first the smallest key
 * @param last the largest key
 * @param name the file's name
 * @param bytes the file's size when it was written
 */
public record LostFile(int family, int level, Bytes first, Bytes last, String name, long bytes) {
  /** Advice to users about damaged data. */
  public static final String ADVICE =
      "fill this adapter again from another one with colophon adapters rebuild NAME, or restore a"
          + " backup with colophon restore; colophon verify lists all damage";

  /** Returns a file of an open database as a lost one. */
  public static LostFile of(LiveFileMetaData file) {
    String family = new String(file.columnFamilyName(), StandardCharsets.UTF_8);
    return new LostFile(
        StoreFormat.NAMES.indexOf(family),
        file.level(),
        Bytes.wrap(file.smallestKey()),
        Bytes.wrap(file.largestKey()),
        file.fileName().substring(1), // it begins with a slash
        file.size());
  }

  /** Returns whether the file may have keys in a range; null is the end of all keys. */
  boolean meets(byte @Nullable [] from, byte @Nullable [] to) {
    return (to == null || first.compareTo(Bytes.wrap(to)) <= 0)
        && (from == null || last.compareTo(Bytes.wrap(from)) >= 0);
  }

  /** Returns the failure of a read that may need the file. */
  ColophonException failure(Path directory) {
    return ErrorCode.STORE_CORRUPT.exception(
        "the table file "
            + directory.resolve(name)
            + " is missing or damaged, and its data may belong to the answer; "
            + ADVICE);
  }

  /** Returns the file as a line of {@link LostFiles}. */
  String line() {
    HexFormat hex = HexFormat.of();
    return "%d %d %s %s %s %d\n"
        .formatted(
            family,
            level,
            hex.formatHex(first.toArray()),
            hex.formatHex(last.toArray()),
            name,
            bytes);
  }

  /** Reverses {@link #line}. */
  static LostFile parse(String line) {
    String[] parts = line.split(" ", -1);
    HexFormat hex = HexFormat.of();
    return new LostFile(
        Integer.parseInt(parts[0]),
        Integer.parseInt(parts[1]),
        Bytes.wrap(hex.parseHex(parts[2])),
        Bytes.wrap(hex.parseHex(parts[3])),
        parts[4],
        Long.parseLong(parts[5]));
  }
}
