// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.follow;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.follow.FileKey;
import org.colophon.reporters.common.follow.FileMark;

/**
 * A file of a feed and the position up to which it was read.
 *
 * @param tag part of the identity of its lines; a rewritten file gets another tag
 * @param mark the offset after the last line that was read
 */
record ReadFile(String tag, FileMark mark) {
  private static final int MAX_SAVED = 16;

  /** An encoded file: format, key, tag, offset and checksum. */
  private static final Pattern LINE =
      Pattern.compile("1 \\(dev=([0-9a-f]+),ino=(\\d+)\\) (\\S+) (\\d+) (-?\\d+)");

  /** Encodes the last files as a position, one line for each file. The current file is last. */
  static Bytes encode(List<ReadFile> files) {
    return Bytes.of(
        files.subList(Math.max(0, files.size() - MAX_SAVED), files.size()).stream()
            .map(ReadFile::line)
            .collect(Collectors.joining("\n")));
  }

  private String line() {
    FileKey key = mark.key();
    return "1 (dev=%x,ino=%d) %s %d %d"
        .formatted(
            key.device(), key.inode(), tag, mark.offset(), Integer.toUnsignedLong(mark.checksum()));
  }

  /** Decodes a position; an empty one has no files. */
  static List<ReadFile> decode(Bytes position) {
    List<ReadFile> files = new ArrayList<>();
    if (!position.isEmpty()) {
      position.toString().lines().forEach(line -> files.add(parse(line)));
    }
    return files;
  }

  private static ReadFile parse(String line) {
    Matcher found = LINE.matcher(line);
    if (!found.matches()) {
      throw ErrorCode.STORE_CORRUPT.exception(
          "the position of a feed in the store is damaged; record the feed into another store");
    }
    FileKey key = new FileKey(Long.parseLong(found.group(1), 16), Long.parseLong(found.group(2)));
    long offset = Long.parseLong(found.group(4));
    return new ReadFile(
        found.group(3), new FileMark(key, offset, (int) Long.parseLong(found.group(5))));
  }
}
