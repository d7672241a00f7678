// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log.general;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Objects;
import java.util.function.LongFunction;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.common.follow.LogParser;
import org.colophon.reporters.mysql.log.ByteSearch;
import org.colophon.reporters.mysql.log.LogClock;
import org.colophon.reporters.mysql.log.LogHandler;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.colophon.reporters.mysql.sql.lex.SqlRules;

/**
 * Reads the general query log of MySQL 5.7 and later and of MariaDB. Statements are not escaped, so
 * a line that looks like a record may be part of a statement. The line counts as a record only if
 *
 * <ul>
 *   <li>the text before it does not end inside a quote or a comment by the session's rules, and
 *   <li>the previous record, if it names a client, is complete, see {@link ClientName}.
 * </ul>
 *
 * <p>MariaDB also logs text that is not SQL. After an unclosed quote, every line would count as
 * quoted. When the log pauses, ends, or exceeds the longest statement, the text ends at the first
 * line that looked like a record. Reading resumes there.
 */
public final class GeneralLogParser implements LogParser {
  private static final byte LINE_FEED = '\n';
  private static final byte[] STARTED = ascii(". started with:");
  private static final byte[] VERSION = ascii(", Version: ");
  private static final byte[] PORT = ascii("Tcp port:");
  private static final byte[] COLUMNS = ascii("Time");
  private static final byte[] COMMAND = ascii("Command");

  private final LogHandler handler;
  private final LongFunction<SqlRules> rulesOf;
  private final long maxStatementBytes;
  private final RecordHeader head;
  private final LogRecord record = new LogRecord();
  private final StatementText text = new StatementText();

  private boolean hasRecord;
  private boolean isInJunk;
  private boolean isMidLine;
  private int headerLines;
  private long nextOffset;
  private long lastNanos;
  private long doubtOffset;
  private int doubtLength;
  private long rewind = NOWHERE;

  /**
   * @param rulesOf lexical rules of a connection, by its number
   * @param zone time zone of times without one
   * @param maxStatementBytes length that no statement exceeds: the server's max_allowed_packet or
   *     more
   */
  public GeneralLogParser(
      LogHandler handler, LongFunction<SqlRules> rulesOf, ZoneId zone, long maxStatementBytes) {
    this.handler = handler;
    this.rulesOf = rulesOf;
    this.maxStatementBytes = maxStatementBytes;
    this.head = new RecordHeader(new LogClock(zone));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void start(long offset) {
    hasRecord = false;
    isInJunk = false;
    isMidLine = false;
    headerLines = 0;
    doubtOffset = NOWHERE;
    nextOffset = offset;
    if (offset == 0) {
      head.forget();
    }
  }

  /** Returns the time of the last record with a time. It also applies to the records after it. */
  public long lastNanos() {
    return lastNanos;
  }

  /** Sets the time of the last record, which an earlier parser read. */
  public void setLastNanos(long nanos) {
    lastNanos = nanos;
  }

  @Override
  public void take(byte[] bytes, int from, int to, long offset) {
    int line = from;
    for (int feed = ByteSearch.next(LINE_FEED, bytes, from, to);
        feed < to && rewind == NOWHERE;
        feed = ByteSearch.next(LINE_FEED, bytes, line, to)) {
      line(bytes, line, feed + 1, offset + line - from);
      line = feed + 1;
    }
    nextOffset = offset + line - from;
  }

  @Override
  public void takePart(byte[] bytes, int from, int to, long offset) {
    line(bytes, from, to, offset);
    isMidLine = true;
    nextOffset = offset + to - from;
  }

  /** Parses a line with its line feed, or a part of a line. */
  private void line(byte[] b, int from, int to, long offset) {
    boolean isWholeLine = !isMidLine;
    isMidLine = false;
    int end = from < to && b[to - 1] == '\n' ? to - 1 : to;
    boolean hasHead = isWholeLine && head.read(b, from, to);
    if (hasHead && isStart(b, from, end) && !isInText()) {
      finish();
      handler.bad(offset, "a record is incomplete because the server restarted");
      header(offset);
    } else if (hasHead && mayBegin(offset)) {
      finish();
      begin(b, to, offset);
    } else if (rewind == NOWHERE && (!isWholeLine || !isHeader(b, from, end, offset))) {
      appendLine(b, from, to, offset);
    }
  }

  private void appendLine(byte[] b, int from, int to, long offset) {
    if (hasRecord) {
      text.append(b, from, to);
    } else if (!isInJunk) {
      isInJunk = true;
      handler.bad(offset, "no record of a general query log begins here");
    }
  }

  private void begin(byte[] b, int to, long offset) {
    head.begin();
    hasRecord = true;
    isInJunk = false;
    doubtOffset = NOWHERE;
    record.clear();
    record.offset = offset;
    record.kind = Objects.requireNonNull(head.command).kind();
    record.connection = head.connection;
    lastNanos = head.timeNanos == 0 ? lastNanos : head.timeNanos;
    record.timeNanos = lastNanos;
    text.reset(rulesOf.apply(head.connection));
    text.append(b, head.argument, to);
  }

  // --- record candidates ---

  private boolean mayBegin(long offset) {
    if (!hasRecord) {
      return true;
    }
    return switch (record.kind) {
      case QUERY, PREPARE, EXECUTE -> mayEndStatement(offset);
      case CONNECT, CHANGE_USER -> ClientName.isWhole(text.bytes(), 0, endOfText());
      default -> true;
    };
  }

  private boolean mayEndStatement(long offset) {
    if (text.isInside()) {
      markDoubt(offset);
      return false;
    }
    doubtOffset = NOWHERE;
    return true;
  }

  private void markDoubt(long offset) {
    if (doubtOffset == NOWHERE) {
      doubtOffset = offset;
      doubtLength = endOfText();
    } else if (offset - doubtOffset > maxStatementBytes) {
      endAtDoubt();
    }
  }

  /** Ends the text at the first line that looked like a record. */
  private void endAtDoubt() {
    long from = doubtOffset;
    handler.bad(record.offset, "a quote or comment is not closed; reading resumes at byte " + from);
    finish(doubtLength, doubtLength);
    rewind = from;
    start(from);
  }

  private int endOfText() {
    int end = text.length();
    boolean hasLineFeed = text.length() == text.fullLength() && end > 0;
    return hasLineFeed && text.bytes()[end - 1] == '\n' ? end - 1 : end;
  }

  // --- headers ---

  /**
   * Returns whether a line belongs to the header, which has three lines. A server writes it when it
   * starts and when the log is flushed.
   */
  private boolean isHeader(byte[] b, int from, int to, long offset) {
    boolean isNext =
        switch (headerLines) {
          case 1 -> contains(PORT, b, from, Math.min(to, from + PORT.length));
          case 2 ->
              contains(COLUMNS, b, from, Math.min(to, from + 4)) && contains(COMMAND, b, from, to);
          default -> false;
        };
    if (isNext) {
      headerLines = headerLines == 2 ? 0 : 2;
      return true;
    }
    headerLines = 0;
    boolean begins = isStart(b, from, to) && !isInText();
    if (begins) {
      finish();
      header(offset);
    }
    return begins;
  }

  private static boolean isStart(byte[] b, int from, int to) {
    return to - from > STARTED.length
        && contains(STARTED, b, to - STARTED.length, to)
        && contains(VERSION, b, from, to);
  }

  private boolean isInText() {
    return hasRecord && isStatement() && text.isInside();
  }

  private boolean isStatement() {
    return switch (record.kind) {
      case QUERY, PREPARE, EXECUTE, CONNECT -> true;
      default -> false;
    };
  }

  private void header(long offset) {
    head.open();
    headerLines = 1;
    isInJunk = false;
    record.clear();
    record.kind = RecordKind.HEADER;
    record.offset = offset;
    record.connection = 0;
    record.timeNanos = lastNanos;
    handler.record(record);
  }

  private static boolean contains(byte[] wanted, byte[] b, int from, int to) {
    for (int i = from; i + wanted.length <= to; i++) {
      int k = 0;
      while (k < wanted.length && b[i + k] == wanted[k]) {
        k++;
      }
      if (k == wanted.length) {
        return true;
      }
    }
    return false;
  }

  // --- completed records ---

  private void finish() {
    if (hasRecord) {
      int end = endOfText();
      finish(end, text.fullLength() - (text.length() - end));
    }
  }

  private void finish(int end, long fullLength) {
    hasRecord = false;
    doubtOffset = NOWHERE;
    record.text = text.bytes();
    record.from = 0;
    record.to = end;
    record.fullLength = fullLength;
    switch (record.kind) {
      case CONNECT -> client();
      case CHANGE_USER -> {
        ClientName.read(record.text, 0, end, record);
        refuseLineFeed();
      }
      case INIT_DB -> record.database = Bytes.copyOf(record.text, 0, end);
      default -> {
        // The whole argument is the text.
      }
    }
    handler.record(record);
  }

  private void client() {
    if (ClientName.isDenied(record.text, record.from, record.to)) {
      record.kind = RecordKind.DENIED;
    } else {
      ClientName.read(record.text, record.from, record.to, record);
    }
    refuseLineFeed();
  }

  private void refuseLineFeed() {
    for (int i = record.from; i < record.to; i++) {
      if (record.text[i] == '\n') {
        handler.bad(record.offset, "a user name contains a line feed, which could forge records");
        return;
      }
    }
  }

  @Override
  public void quiet(boolean isLong) {
    if (!hasRecord || isMidLine) {
      return;
    }
    boolean isStatement = record.kind != RecordKind.CONNECT && isStatement();
    boolean isOpen = isStatement && text.isInside();
    if (isOpen && doubtOffset != NOWHERE && isLong) {
      endAtDoubt();
    } else if (!isOpen || isLong) {
      finish();
    }
  }

  @Override
  public void end() {
    if (hasRecord && doubtOffset != NOWHERE && isStatement() && text.isInside()) {
      endAtDoubt();
    } else {
      finish();
    }
  }

  @Override
  public long settled() {
    return hasRecord ? record.offset : nextOffset;
  }

  @Override
  public long rewindTo() {
    long to = rewind;
    rewind = NOWHERE;
    return to;
  }
}
