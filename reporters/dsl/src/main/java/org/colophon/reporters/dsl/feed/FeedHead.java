// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.feed;

import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.dsl.source.FileSource;
import org.colophon.reporters.dsl.text.EscapeRules;
import org.colophon.reporters.dsl.text.FeedLine;
import org.colophon.reporters.dsl.text.LineParser;
import org.jspecify.annotations.Nullable;

/**
 * Rejects files that are not feeds before they are read, so that they cause no gaps. Accepts a file
 * if any of its first lines has a type.
 */
public final class FeedHead implements FileSource.Head {
  private final String place;
  private final LineParser parser;
  private final FeedLine line = new FeedLine();
  private @Nullable String problem;

  /**
   * @param place name of the file for messages
   */
  public FeedHead(String place, EscapeRules escapes) {
    this.place = place;
    this.parser = new LineParser(escapes);
  }

  @Override
  public void check(byte[] bytes, boolean isWhole) {
    int from = Feed.isMarked(bytes, 0, bytes.length) ? Feed.MARK.length : 0;
    for (int to = from; to < bytes.length; to++) {
      if (bytes[to] == '\n') {
        if (mayBeLine(bytes, from, to)) {
          return;
        }
        from = to + 1;
      }
    }
    boolean mayGoOn = !isWhole && problem == null;
    boolean mayBeLast = mayGoOn || mayBeLine(bytes, from, bytes.length);
    if (!mayBeLast && problem != null) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s is not a feed in SPADE's DSL: none of its first lines has a type".formatted(place)
              + " (the first: %s); if another reporter can read it, name that reporter"
                  .formatted(problem));
    }
  }

  private boolean mayBeLine(byte[] bytes, int from, int to) {
    String wrong = parser.parse(bytes, from, to, line);
    if (!line.type.isEmpty()) {
      return true;
    }
    boolean isBlank = wrong == null && line.isEmpty();
    if (!isBlank && problem == null) {
      problem = wrong == null ? "no type" : wrong;
    }
    return false;
  }
}
