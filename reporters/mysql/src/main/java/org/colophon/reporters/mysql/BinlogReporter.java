// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import java.nio.file.Path;
import java.util.Objects;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.follow.FileMark;
import org.colophon.reporters.common.follow.MissingFileWarning;
import org.colophon.reporters.common.follow.PollBackoff;
import org.colophon.reporters.mysql.binlog.BinlogPosition;
import org.colophon.reporters.mysql.binlog.BinlogReader;
import org.colophon.reporters.mysql.binlog.event.FormatDescription;
import org.colophon.reporters.mysql.recorder.Recorder;
import org.colophon.reporters.mysql.tail.SavedState;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Reports the commits in a binary log, and the table rows that they changed. Reads to the end of
 * the log, or follows it. Resumes at its last position after a crash.
 */
final class BinlogReporter implements Reporter {
  /** Number of statements that are read before the unit is published. */
  private static final int STEPS = 256;

  private final MysqlOptions options;
  private final Path binlog;
  private final PollBackoff backoff = new PollBackoff();

  BinlogReporter(MysqlOptions options) {
    this.options = options;
    this.binlog = Objects.requireNonNull(options.binlog(), "binlog");
  }

  @Override
  public void run(ReporterContext context) {
    FormatDescription head = head(binlog, options.follows(), backoff, context.files());
    if (head != null) {
      new Reading(context, head).run();
    }
  }

  @Override
  public void stop() {
    backoff.stop();
  }

  @Override
  public boolean isFollowing() {
    return options.follows();
  }

  @Override
  public boolean blocksTracedPrograms() {
    return false;
  }

  /** Waits for the log and returns its format. Returns null if stopped before. */
  static @Nullable FormatDescription head(
      Path binlog, boolean follows, PollBackoff backoff, FileOpener files) {
    FormatDescription head = BinlogReader.format(binlog, files);
    MissingFileWarning missing = new MissingFileWarning();
    while (head == null && !backoff.isStopped()) {
      String lack = "there is no binary log " + binlog;
      if (!follows) {
        throw ErrorCode.NOT_FOUND.exception(lack + "; check its path");
      }
      missing.report(lack);
      backoff.await();
      head = BinlogReader.format(binlog, files);
    }
    return head;
  }

  private final class Reading implements Recorder.RecordPlace {
    private final LogPositions positions;
    private final LogPositions.Left left;
    private final Recorder recorder;
    private final BinlogReader reader;
    private @Nullable FileMark lastMark;

    Reading(ReporterContext context, FormatDescription head) {
      String server = ServerSettings.server(options, 0);
      positions = new LogPositions("mysql " + server + " " + binlog, context);
      left = positions.left();
      recorder =
          new Recorder(
              context.newSink(),
              ServerSettings.of(
                  options,
                  positions.source(),
                  server,
                  ServerSettings.address(options, server, "", context.hostId()),
                  !head.isMariaDb(),
                  head.version()),
              this,
              left.position(),
              null,
              context.files());
      reader = new BinlogReader(binlog, context.files(), recorder.commits());
      lastMark = left.mark();
    }

    void run() {
      try (reader) {
        restore();
        while (!backoff.isStopped()) {
          if (!read()) {
            if (!options.follows()) {
              break;
            }
            backoff.await();
          }
        }
      } finally {
        recorder.flush();
      }
    }

    private void restore() {
      if (left.mark() != null) {
        StateReader in = new StateReader(left.state());
        BinlogPosition place = BinlogPosition.read(in.bytes());
        recorder.learn(left.definitions());
        recorder.restore(in.bytes(), 0);
        reader.resume(place);
      }
    }

    /** Reads some statements. Returns false if there are none. */
    private boolean read() {
      int steps = 0;
      while (steps < STEPS && !backoff.isStopped() && reader.step()) {
        steps++;
        if (recorder.hasEnough()) {
          end();
        }
      }
      FileMark mark = reader.mark();
      if (mark != null && (!recorder.isUnitEmpty() || !mark.equals(lastMark))) {
        end();
        recorder.flush();
      }
      if (steps > 0) {
        backoff.reset();
      }
      return steps > 0;
    }

    private void end() {
      FileMark mark = Objects.requireNonNull(reader.mark(), "no file of the log is open");
      lastMark = mark;
      Bytes place = Objects.requireNonNull(reader.place()).toBytes();
      SavedState state = new StateWriter().bytes(place).state(recorder.state()).saved();
      LogPositions.Kept now = positions.position(mark, 0, state, recorder.definitions());
      recorder.endUnit(now.position(), now.parts());
    }

    @Override
    public String of(long offset) {
      return binlog.getFileName().toString();
    }

    @Override
    public String unique(long offset) {
      return reader.unique();
    }

    @Override
    public void endUnit(long offset) {
      end();
    }
  }
}
