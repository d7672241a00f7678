// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A feed that grows and is rotated. Process n writes n bytes to a file. Process n - 1 reads n bytes
 * of the same file; the log file that declares it may have been rotated away.
 */
final class GrowingFeed {
  private static final String ITEM =
      """
      type:Process id:p%1$d name:n%1$d
      type:Artifact id:o%1$d name:o%1$d
      type:Artifact id:f path:/feed/f
      type:WasGeneratedBy from:f to:p%1$d size:%1$d
      type:Used from:p%2$d to:o%1$d size:%1$d
      """;

  private final Path feed;
  private int last;
  private int files;

  GrowingFeed(Path feed) throws IOException {
    this.feed = feed;
    grow(1);
  }

  Path path() {
    return feed;
  }

  int last() {
    return last;
  }

  void grow(int count) throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      last++;
      text.append(ITEM.formatted(last, Math.max(1, last - 1)));
    }
    int half = text.length() / 2; // readers may see incomplete lines
    append(text.substring(0, half));
    append(text.substring(half));
  }

  private void append(String text) throws IOException {
    Files.writeString(feed, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  /** Rotates the feed: each file gets the next number, and a new file gets the feed's name. */
  void rotate() throws IOException {
    for (int number = files; number > 0; number--) {
      Files.move(numbered(number), numbered(number + 1));
    }
    Files.move(feed, numbered(1));
    files++;
    grow(1);
  }

  /** Writes a last line, by which a reader detects the end. */
  void end() throws IOException {
    append("type:Artifact id:end path:/feed/end\n");
  }

  private Path numbered(int number) {
    return feed.resolveSibling(feed.getFileName() + "." + number);
  }
}
