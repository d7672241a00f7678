// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.follow.FileMark;
import org.colophon.reporters.common.follow.LogFollower;
import org.colophon.reporters.common.follow.LogListener;
import org.colophon.reporters.common.follow.LogParser;
import org.colophon.reporters.common.follow.MissingFileWarning;
import org.colophon.reporters.common.follow.PollBackoff;
import org.colophon.reporters.common.follow.RotatedNames;
import org.colophon.reporters.mysql.binlog.event.FormatDescription;
import org.colophon.reporters.mysql.log.audit.AuditLogParser;
import org.colophon.reporters.mysql.log.general.GeneralLogParser;
import org.colophon.reporters.mysql.recorder.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Reports the statements in a server's log. Reads the log to its end, or follows it. After a crash,
 * resumes at the last position, because the operations of a record and the position after the
 * record become durable together.
 */
final class MysqlReporter implements Reporter {
  /** First version of MySQL that logs times of commits, 8.0.1. */
  private static final int FIRST_WITH_COMMIT_TIMES = 80001;

  private final MysqlOptions options;
  private final Path log;
  private final PollBackoff backoff = new PollBackoff();
  private final MissingFileWarning missing = new MissingFileWarning();
  private volatile @Nullable Reading reading;

  MysqlReporter(MysqlOptions options) {
    this.options = options;
    this.log = Objects.requireNonNull(options.log(), "log");
  }

  @Override
  public void run(ReporterContext context) {
    LogFollower.refusePipes(log);
    LogHeader head = head(context.files());
    LogFormat format = head.format();
    if (format == null) {
      return;
    }
    if (options.binlog() != null) {
      requireExact(format, options.binlog(), context.files());
    }
    Reading started = new Reading(context, head);
    reading = started;
    if (!backoff.isStopped()) {
      started.run();
    }
  }

  @Override
  public void stop() {
    backoff.stop();
    Reading started = reading;
    if (started != null) {
      started.tail.stop();
    }
  }

  @Override
  public boolean isFollowing() {
    return options.follows();
  }

  @Override
  public boolean blocksTracedPrograms() {
    return false;
  }

  /**
   * Waits for the binary log. Rejects a log that shares no exact key with it, because a commit
   * could then be assigned to a wrong statement.
   */
  private void requireExact(LogFormat format, Path binlog, FileOpener files) {
    FormatDescription head = BinlogReporter.head(binlog, options.follows(), backoff, files);
    if (head == null) {
      return; // stopped
    }
    boolean hasCommitTimes = !head.isMariaDb() && head.version() >= FIRST_WITH_COMMIT_TIMES;
    if (format != LogFormat.MYSQL || !hasCommitTimes) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the binary log "
              + binlog
              + " cannot confirm "
              + log
              + ", since their statements could be matched by text only. The match is"
              + " exact only for the general query log of MySQL 8 with its binary log (by"
              + " connection and time of the commit). server_audit logs the outcomes itself:"
              + " leave out binlog=");
    }
  }

  /**
   * Waits until the format of the log is known. Returns a header without format if stopped before.
   */
  private LogHeader head(FileOpener files) {
    try {
      LogHeader head = readHeader(files);
      while (head.format() == null && options.format() == LogFormat.AUTO) {
        String lack = headerProblem();
        if (!options.follows()) {
          boolean isThere = Files.exists(log);
          throw new ColophonException(isThere ? ErrorCode.BAD_INPUT : ErrorCode.NOT_FOUND, lack);
        }
        missing.report(lack);
        backoff.await();
        if (backoff.isStopped()) {
          return head;
        }
        head = readHeader(files);
      }
      LogFormat format = options.format() == LogFormat.AUTO ? head.format() : options.format();
      return new LogHeader(format, head.port(), head.socket(), head.version());
    } catch (IOException e) {
      throw IoFailure.of("read", log, e);
    }
  }

  private String headerProblem() {
    return Files.exists(log)
        ? log
            + " does not begin like a log of MySQL or MariaDB. If it is one, give its format: "
            + "format=mariadb, format=mysql or format=server-audit"
        : "there is no log " + log;
  }

  /**
   * Reads the header. If the log was just rotated and is empty, reads the format from the previous
   * file.
   */
  private LogHeader readHeader(FileOpener files) throws IOException {
    LogHeader head = LogHeader.of(log, files);
    List<Path> before = head.format() == null ? LogFollower.before(log, files) : List.of();
    for (int i = before.size() - 1; i >= 0 && head.format() == null; i--) {
      head = LogHeader.of(before.get(i), files);
    }
    return head;
  }

  private final class Reading implements LogListener, Recorder.RecordPlace {
    private final LogPositions positions;
    private final LogPositions.Left left;
    private final Recorder recorder;
    private final LogParser parser;
    private final LogFollower tail;
    private @Nullable FileMark lastMark;

    Reading(ReporterContext context, LogHeader head) {
      String server = ServerSettings.server(options, head.port());
      boolean isMySql = head.format() == LogFormat.MYSQL;
      positions = new LogPositions("mysql " + server + " " + log, context);
      left = positions.left();
      recorder =
          new Recorder(
              context.newSink(),
              ServerSettings.of(
                  options,
                  positions.source(),
                  server,
                  ServerSettings.address(options, server, head.socket(), context.hostId()),
                  isMySql,
                  head.version()),
              this,
              left.position(),
              options.binlog(),
              context.files());
      parser = parser(head);
      tail =
          new LogFollower(
              log, RotatedNames.ANY, context.files(), context.backgroundThreads(), parser, this);
      lastMark = left.mark();
    }

    private LogParser parser(LogHeader head) {
      if (head.format() == LogFormat.SERVER_AUDIT) {
        return new AuditLogParser(recorder, options.zone());
      }
      GeneralLogParser general =
          new GeneralLogParser(
              recorder, recorder::rulesOf, options.zone(), options.maxStatementBytes());
      general.setLastNanos(left.lastNanos());
      return general;
    }

    void run() {
      try {
        recorder.learn(left.definitions());
        recorder.restore(left.state(), left.lastNanos());
        tail.run(left.mark(), options.follows());
        // Not flushed after a failure: the open unit is dropped, and its records are read again.
        recorder.flush();
      } finally {
        recorder.close();
      }
    }

    @Override
    public void progress(boolean isAtEnd) {
      recorder.progress(parser.settled(), isAtEnd);
      FileMark mark = tail.mark(parser.settled());
      if (!recorder.isUnitEmpty() || !mark.equals(lastMark)) {
        end(mark);
        recorder.flush();
      }
    }

    private void end(FileMark mark) {
      long nanos = parser instanceof GeneralLogParser general ? general.lastNanos() : 0;
      LogPositions.Kept now =
          positions.position(mark, nanos, recorder.state(), recorder.definitions());
      recorder.endUnit(now.position(), now.parts());
      lastMark = mark;
    }

    @Override
    public void endUnit(long offset) {
      end(tail.mark(offset));
    }

    @Override
    public void fileChanged() {
      progress(false);
    }

    @Override
    public void trouble(String place, String problem, boolean isLoss) {
      if (isLoss) {
        recorder.reportLoss(place, problem);
      } else {
        recorder.bad(parser.settled(), problem);
      }
    }

    @Override
    public String of(long offset) {
      return tail.place(offset);
    }

    @Override
    public String unique(long offset) {
      return tail.unique(offset);
    }
  }
}
