package org.colophon.reporters.dsl.follow;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * The files of a feed that were read, the present one last, as a position: a line each, which says
 * its format, then key, tag, offset and checksum.
 */
final class FeedPosition {
  private static final String FORMAT = "1";
  private static final int MOST_FILES = 16;

  private FeedPosition() {}

  static Bytes encode(List<ReadFile> files) {
    return Bytes.of(
        files.subList(Math.max(0, files.size() - MOST_FILES), files.size()).stream()
            .map(FeedPosition::line)
            .collect(Collectors.joining("\n")));
  }

  private static String line(ReadFile file) {
    return String.join(
        " ", FORMAT, file.key(), file.tag(), "" + file.offset(), "" + file.checksum());
  }

  /** What {@link #encode} wrote, nothing for the empty position. */
  static List<ReadFile> decode(Bytes position) {
    List<ReadFile> files = new ArrayList<>();
    if (!position.isEmpty()) {
      position.toString().lines().forEach(line -> files.add(file(line.split(" "))));
    }
    return files;
  }

  private static ReadFile file(String[] words) {
    try {
      if (words.length == 5 && words[0].equals(FORMAT)) {
        return new ReadFile(words[1], words[2], Long.parseLong(words[3]), Long.parseLong(words[4]));
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new ColophonException(
        ErrorCode.STORE_CORRUPT, "the position of a feed in the store cannot be read");
  }
}
