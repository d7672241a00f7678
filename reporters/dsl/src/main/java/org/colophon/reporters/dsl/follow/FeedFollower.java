// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.follow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.dsl.feed.FeedOptions;
import org.colophon.reporters.dsl.source.ReadFailures;
import org.jspecify.annotations.Nullable;

/**
 * Reports the lines of a file as it grows and is rotated, until stopped. Resumes at its last
 * position, even after a crash, because operations and their position become durable together.
 */
public final class FeedFollower implements Reporter {
  private final Path file;
  private final FeedOptions options;
  private volatile boolean isStopped;
  private volatile @Nullable FollowedFeed feed;

  /**
   * Creates a reporter.
   *
   * @param file absolute
   */
  public FeedFollower(Path file, FeedOptions options) {
    this.file = file;
    this.options = options;
  }

  @Override
  public boolean isFollowing() {
    return true;
  }

  /** Returns false, because writers of a file do not wait for its readers. */
  @Override
  public boolean blocksTracedPrograms() {
    return false;
  }

  @Override
  public void run(ReporterContext context) {
    FollowedFeed started = new FollowedFeed(context, file, options);
    feed = started;
    try {
      if (!started.isResumed()) {
        rejectPipe();
      }
      if (!isStopped) {
        started.run();
      }
    } catch (IOException e) {
      throw ReadFailures.reading(file.toString(), e);
    }
  }

  /** Rejects pipes, which may block and cannot be read again. */
  private void rejectPipe() throws IOException {
    if (Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
      throw ErrorCode.BAD_REQUEST.exception(
          file + " cannot be followed, since it is not a regular file; give pipe=" + file);
    }
  }

  @Override
  public void stop() {
    isStopped = true;
    FollowedFeed started = feed;
    if (started != null) {
      started.stop();
    }
  }
}
