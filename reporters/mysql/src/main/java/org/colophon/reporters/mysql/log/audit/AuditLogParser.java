// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log.audit;

import java.time.ZoneId;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.follow.LogParser;
import org.colophon.reporters.mysql.log.ByteSearch;
import org.colophon.reporters.mysql.log.LogClock;
import org.colophon.reporters.mysql.log.LogHandler;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.colophon.reporters.mysql.log.TableEvent;

/**
 * Parses the log of the MariaDB plug-in server_audit: one record on each line, with line feeds and
 * quotes of statements escaped. Names of users are not escaped, and any client can choose a name,
 * even if the server rejects the client. So a record is accepted only if the next line begins with
 * a time, or if the log ends. Lines of a record with a line feed in a name are rejected.
 */
public final class AuditLogParser implements LogParser {
  private static final byte LINE_FEED = '\n';
  private static final byte ESCAPE = '\\';

  /** Limit in bytes, far above two names of 128 characters. */
  private static final int MAX_NAME_LENGTH = 2048;

  private final LogHandler handler;
  private final LogClock clock;
  private final AuditLine line = new AuditLine();
  private final LogRecord record = new LogRecord();
  private byte[] text = new byte[1 << 16];

  private boolean hasRecord;
  private boolean isInJunk;
  private long nameFrom;
  private long secondLine;
  private long nextOffset;
  private long longLine;
  private long rewind = NOWHERE;

  /**
   * @param zone zone of the log's times
   */
  public AuditLogParser(LogHandler handler, ZoneId zone) {
    this.handler = handler;
    this.clock = new LogClock(zone);
  }

  @Override
  public void start(long offset) {
    hasRecord = false;
    isInJunk = false;
    nameFrom = NOWHERE;
    secondLine = NOWHERE;
    nextOffset = offset;
    longLine = NOWHERE;
  }

  @Override
  public void take(byte[] bytes, int from, int to, long offset) {
    int begin = from;
    for (int feed = ByteSearch.next(LINE_FEED, bytes, from, to);
        feed < to && rewind == NOWHERE;
        feed = ByteSearch.next(LINE_FEED, bytes, begin, to)) {
      if (longLine == NOWHERE) {
        line(bytes, begin, feed, offset + begin - from);
      }
      longLine = NOWHERE;
      begin = feed + 1;
      nextOffset = offset + begin - from;
    }
  }

  @Override
  public void takePart(byte[] bytes, int from, int to, long offset) {
    if (longLine == NOWHERE) {
      handOn();
      longLine = offset;
      handler.bad(offset, "a line of server_audit is longer than 4 MiB and is skipped");
    }
    nextOffset = offset + to - from;
  }

  private void line(byte[] b, int from, int to, long offset) {
    if (nameFrom != NOWHERE) {
      inName(b, from, to, offset);
    } else if (AuditLine.hasTime(b, from, to)) {
      handOn();
      read(b, from, to, offset);
    } else {
      withoutTime(offset);
    }
  }

  /** Handles a line without a time. The previous record has a line feed in a name. */
  private void withoutTime(long offset) {
    if (hasRecord) {
      hasRecord = false;
      handler.bad(record.offset, "a user name contains a line feed, which could forge records");
    } else if (!isInJunk) {
      handler.bad(offset, "no record of server_audit begins here");
    }
    isInJunk = true;
  }

  /** Finds the end of a record whose first line ends within a name. */
  private void inName(byte[] b, int from, int to, long offset) {
    secondLine = secondLine == NOWHERE ? offset : secondLine;
    if (!AuditLine.hasTime(b, from, to) && line.readMiddle(b, from, to)) {
      handler.bad(nameFrom, "a user name contains a line feed, which could forge records");
      nameFrom = NOWHERE;
      secondLine = NOWHERE;
    } else if (offset - nameFrom > MAX_NAME_LENGTH) {
      leaveName();
    }
  }

  private void leaveName() {
    handler.bad(nameFrom, "a line of server_audit is incomplete");
    long from = secondLine;
    start(from == NOWHERE ? nextOffset : from);
    rewind = from;
  }

  // --- records ---

  private void read(byte[] b, int from, int to, long offset) {
    isInJunk = false;
    if (!line.read(b, from, to)) {
      nameFrom = offset;
      secondLine = NOWHERE;
      return;
    }
    AuditOperation operation = AuditOperation.of(b, line.operationFrom, line.operationTo);
    record.clear();
    record.offset = offset;
    record.kind = operation == null ? RecordKind.OTHER : operation.kind();
    record.connection = line.connection;
    record.queryId = line.query;
    record.timeNanos = clock.ofAudit(b, from);
    record.user = copy(b, line.userFrom, line.userTo);
    record.host = copy(b, line.hostFrom, line.hostTo);
    hasRecord = true;
    int rest = line.operationTo + 1;
    switch (record.kind) {
      case QUERY -> query(b, rest, to);
      case TABLE -> table(b, rest, to, Objects.requireNonNull(operation).event());
      case OTHER -> hasRecord = false;
      default -> client(b, rest, to);
    }
  }

  private static Bytes copy(byte[] b, int from, int to) {
    return from >= to ? Bytes.EMPTY : Bytes.copyOf(b, from, to);
  }

  /** Parses {@code database,'text',error}. */
  private void query(byte[] b, int from, int to) {
    int quote = from;
    while (quote + 1 < to && (b[quote] != ',' || b[quote + 1] != '\'')) {
      quote++;
    }
    int end = lastComma(b, from, to);
    if (quote + 1 >= end || b[end - 1] != '\'') {
      hasRecord = false;
      handler.bad(record.offset, "a QUERY record lacks its quoted statement or error code");
      return;
    }
    record.database = copy(b, from, quote);
    record.error = (int) AuditLine.number(b, end + 1, to);
    unescape(b, quote + 2, Math.max(quote + 2, end - 1));
    record.fullLength = record.to;
  }

  private void unescape(byte[] b, int from, int to) {
    if (text.length < to - from) {
      text = new byte[Math.max(to - from, text.length * 2)];
    }
    int length = 0;
    for (int at = from; at < to; ) {
      int escape = ByteSearch.next(ESCAPE, b, at, to - 1); // the last byte cannot be an escape
      System.arraycopy(b, at, text, length, escape - at);
      length += escape - at;
      text[length++] = b[escape] == ESCAPE && escape + 1 < to ? escaped(b[escape + 1]) : b[escape];
      at = escape + (b[escape] == ESCAPE ? 2 : 1);
    }
    record.text = text;
    record.from = 0;
    record.to = length;
  }

  private static byte escaped(byte letter) {
    return switch (letter) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> letter;
    };
  }

  /** Parses {@code database,table,}. The name of the table may contain commas. */
  private void table(byte[] b, int from, int to, TableEvent event) {
    int end = lastComma(b, from, to);
    int comma = from;
    while (comma < to && b[comma] != ',') {
      comma++;
    }
    if (comma >= end) {
      hasRecord = false;
      handler.bad(record.offset, "a table record lacks the database");
      return;
    }
    record.event = event;
    record.database = Bytes.copyOf(b, from, comma);
    record.object = Bytes.copyOf(b, comma + 1, end);
  }

  /** Parses {@code database,,error}. */
  private void client(byte[] b, int from, int to) {
    int last = lastComma(b, from, to);
    int end = lastComma(b, from, Math.max(from, last));
    record.database = copy(b, from, end);
    record.error = last < from ? 0 : (int) AuditLine.number(b, last + 1, to);
  }

  private static int lastComma(byte[] b, int from, int to) {
    int at = to - 1;
    while (at >= from && b[at] != ',') {
      at--;
    }
    return at;
  }

  private void handOn() {
    if (hasRecord) {
      hasRecord = false;
      handler.record(record);
    }
  }

  @Override
  public void quiet(boolean isLong) {
    handOn();
    if (nameFrom != NOWHERE && isLong) {
      leaveName();
    }
  }

  @Override
  public void end() {
    handOn();
    if (nameFrom != NOWHERE) {
      leaveName();
    }
  }

  @Override
  public long settled() {
    if (nameFrom != NOWHERE) {
      return nameFrom;
    }
    if (hasRecord) {
      return record.offset;
    }
    return longLine == NOWHERE ? nextOffset : longLine;
  }

  @Override
  public long rewindTo() {
    long to = rewind;
    rewind = NOWHERE;
    return to;
  }
}
