// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import java.util.Objects;
import org.colophon.core.inspect.watch.CopiedContent;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.inspect.Content;
import org.jspecify.annotations.Nullable;

/** A file that inspectors read, with its content before the present change. One thread. */
final class TracedFile {
  /** One of its present names. */
  Bytes path;

  /** Number of its present names. */
  int names = 1;

  /** The object; 0 until the trace opens the file for writing or names it. */
  long object;

  /** The process that wrote last. */
  long writer;

  /** The process that made the present change; 0 if several did. */
  long author;

  /** True while the present change has only cut off the content. */
  boolean isOnlyCut;

  /** Time of the last recorded write or close. */
  long writtenNanos;

  private Content content;

  /** The content after the present change, if it seems to have ended; null otherwise. */
  private @Nullable Content ended;

  /** Time after the end of the present change was copied. */
  private long endedNanos;

  /**
   * Creates a file.
   *
   * @param content belongs to this file from now on
   */
  TracedFile(Bytes path, Content content) {
    this.path = path;
    this.content = content;
  }

  /** Returns the content at the end of the last change, or when the trace began. */
  Content content() {
    return content;
  }

  /** Sets the content, and returns the one before, which belongs to the caller from now on. */
  Content replace(Content now) {
    Content before = content;
    content = now;
    return before;
  }

  /** Sets the content after the present change, which belongs to this file from now on. */
  void end(Content after, long nowNanos) {
    discardEnd();
    ended = after;
    endedNanos = nowNanos;
  }

  /** Returns whether the present change seems to have ended before a time. */
  boolean hasEndedBefore(long nanos) {
    return ended != null && endedNanos < nanos;
  }

  /** Returns the content after the present change, which belongs to the caller from now on. */
  Content takeEnd() {
    Content after = Objects.requireNonNull(ended);
    ended = null;
    return after;
  }

  /** Continues the present change. */
  void discardEnd() {
    if (ended != null) {
      release(takeEnd());
    }
  }

  /** Deletes a copy after its last use. */
  static void release(Content content) {
    if (content instanceof CopiedContent copied) {
      copied.close();
    }
  }
}
