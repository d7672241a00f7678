package org.colophon.reporters.dsl.follow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.dsl.feed.FeedOptions;
import org.colophon.reporters.dsl.source.Failures;
import org.colophon.reporters.dsl.source.Patience;

/**
 * Reports what the lines of a file say, as it grows and is rotated, until it is stopped. Goes on
 * where it was left, whoever was killed meanwhile: what lines lead to and the place behind them
 * become durable together.
 */
public final class FeedFollower implements Reporter {
  private final Path file;
  private final FeedOptions options;
  private final Patience patience = new Patience();

  /**
   * Reads nothing yet.
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

  /** Who writes a file does not wait for who reads it. */
  @Override
  public boolean blocksTracedPrograms() {
    return false;
  }

  @Override
  public void run(ReporterContext context) {
    FeedReading reading = new FeedReading(context, file, options, patience);
    try {
      if (!reading.wasLeft()) {
        refusePipe();
      }
      reading.run();
    } catch (IOException e) {
      throw Failures.reading(file.toString(), e);
    }
  }

  /** To open one could wait for ever, and there is nothing in it to go back to. */
  private void refusePipe() throws IOException {
    if (Files.readAttributes(file, BasicFileAttributes.class).isOther()) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          file + " is no regular file, so it cannot be followed; give pipe=" + file);
    }
  }

  @Override
  public void stop() {
    patience.stop();
  }
}
