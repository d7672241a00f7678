package org.colophon.reporters.mysql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
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
import org.colophon.reporters.mysql.binlog.BinlogHead;
import org.colophon.reporters.mysql.log.AuditLogParser;
import org.colophon.reporters.mysql.log.GeneralLogParser;
import org.colophon.reporters.mysql.session.Recorder;

/**
 * Reports what a server's log says: to its end, or for as long as it grows. Goes on where it was
 * left, whoever was killed meanwhile: what a record leads to and the place behind the record become
 * durable together.
 */
final class MysqlReporter implements Reporter {
  /** As in 80015 for 8.0.15. */
  private static final int FIRST_WITH_COMMIT_TIMES = 80001;

  private final MysqlOptions options;
  private final PollBackoff backoff = new PollBackoff();
  private final MissingFileWarning missing = new MissingFileWarning();
  private volatile Reading reading;

  MysqlReporter(MysqlOptions options) {
    this.options = options;
  }

  @Override
  public void run(ReporterContext context) {
    LogFollower.refusePipes(options.log());
    LogHead head = head(context.files());
    if (head.format() == null) {
      return;
    }
    if (options.binlog() != null) {
      requireExact(head.format(), context.files());
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

  /** A server does not wait for who reads its log. */
  @Override
  public boolean blocksTracedPrograms() {
    return false;
  }

  /**
   * Refuses logs that nothing ties to a binary log: of these a commit could be taken for that of
   * another statement. Waits for the binary log.
   */
  private void requireExact(LogFormat format, FileOpener files) {
    BinlogHead binlog = BinlogReporter.head(options, backoff, files);
    if (binlog == null) {
      return; // stopped
    }
    boolean isMariaDb = binlog.isMariaDb();
    boolean isExact =
        isMariaDb
            ? format == LogFormat.SERVER_AUDIT
            : format == LogFormat.MYSQL && binlog.version() >= FIRST_WITH_COMMIT_TIMES;
    if (!isExact) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST,
          "the binary log "
              + options.binlog()
              + " cannot confirm "
              + options.log()
              + ", since nothing in them ties commits to statements for certain. MariaDB's binary"
              + " log confirms server_audit (by query ids), that of MySQL 8 its general query log (by"
              + " connections and times of commits). Give such a log, or leave out binlog=");
    }
  }

  /** What the log is; waits until that can be told, without a format if stopped before. */
  private LogHead head(FileOpener files) {
    try {
      LogHead head = look(files);
      while (head.format() == null && options.format() == LogFormat.AUTO) {
        String lack = lack();
        if (!options.follows()) {
          boolean isThere = Files.exists(options.log());
          throw new ColophonException(isThere ? ErrorCode.BAD_INPUT : ErrorCode.NOT_FOUND, lack);
        }
        missing.report(lack);
        backoff.await();
        if (backoff.isStopped()) {
          return head;
        }
        head = look(files);
      }
      LogFormat format = options.format() == LogFormat.AUTO ? head.format() : options.format();
      return new LogHead(format, head.port(), head.socket(), head.version());
    } catch (IOException e) {
      throw new ColophonException(
          ErrorCode.IO_FAILED, "cannot read " + options.log() + ": " + e, e);
    }
  }

  private String lack() {
    return Files.exists(options.log())
        ? options.log()
            + " begins like no log of MySQL or MariaDB; if it is one, say which: "
            + "format=mariadb, format=mysql or format=server-audit"
        : "there is no log " + options.log();
  }

  /** One that was rotated just now is empty; what it was before says what it will be. */
  private LogHead look(FileOpener files) throws IOException {
    LogHead head = LogHead.of(options.log(), files);
    List<Path> before =
        head.format() == null ? LogFollower.before(options.log(), files) : List.of();
    for (int i = before.size() - 1; i >= 0 && head.format() == null; i--) {
      head = LogHead.of(before.get(i), files);
    }
    return head;
  }

  /** One run over the log. */
  private final class Reading implements LogListener, Recorder.RecordPlace {
    private final Positions positions;
    private final Positions.Left left;
    private final Recorder recorder;
    private final LogParser parser;
    private final LogFollower tail;
    private FileMark lastMark;

    Reading(ReporterContext context, LogHead head) {
      String server = Settings.server(options, head.port());
      boolean isMySql = head.format() == LogFormat.MYSQL;
      positions = new Positions("mysql " + server + " " + options.log(), context);
      left = positions.left();
      recorder =
          new Recorder(
              context.newSink(),
              Settings.of(
                  options,
                  positions.source(),
                  server,
                  Settings.address(options, server, head.socket(), context.hostId()),
                  isMySql,
                  head.version()),
              this,
              left.position(),
              options.binlog(),
              context.files());
      parser = parser(head);
      tail = new LogFollower(options.log(), RotatedNames.ANY, context.files(), parser, this);
      lastMark = left.mark();
    }

    private LogParser parser(LogHead head) {
      if (head.format() == LogFormat.SERVER_AUDIT) {
        return new AuditLogParser(recorder, options.zone());
      }
      GeneralLogParser general =
          new GeneralLogParser(
              recorder, recorder::rulesOf, options.zone(), options.longestStatement());
      general.setLastNanos(left.lastNanos());
      return general;
    }

    void run() {
      try {
        recorder.learn(left.definitions());
        recorder.restore(left.state(), left.lastNanos());
        tail.run(left.mark(), options.follows());
        // After a failure a unit is open, which is dropped, and read again next time.
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
      Positions.Kept now =
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
        recorder.lost(place, problem);
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
