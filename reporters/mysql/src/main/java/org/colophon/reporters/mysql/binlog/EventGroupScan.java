package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import org.colophon.reporters.mysql.binlog.event.EventBytes;
import org.colophon.reporters.mysql.binlog.event.EventHeader;
import org.colophon.reporters.mysql.binlog.event.EventType;
import org.colophon.reporters.mysql.binlog.event.MalformedEventException;
import org.colophon.reporters.mysql.binlog.event.QueryEvent;

/**
 * Finds where the transaction that begins at a place ends, without reading what is in it. What a
 * server has not written to its end was not committed, and a server that crashed may cut it off.
 */
final class EventGroupScan {
  private static final int MOST_CONTROL = 1 << 12;
  private static final int STANDALONE = 1;

  private final BinlogFile file;
  private long at;
  private boolean isOpen;
  private boolean isGtidRead;
  private boolean isAtNext;
  long connection;
  long xid;

  EventGroupScan(BinlogFile file, long from) {
    this.file = file;
    this.at = from;
  }

  /**
   * Looks on from where it stopped.
   *
   * @return where the group ends, -1 if its end is not there yet
   * @throws MalformedEventException if it never comes: {@link #at} is where it could end at most
   */
  long end() throws IOException, MalformedEventException {
    while (true) {
      EventHeader head = file.head(at);
      if (head == null || !file.isWhole(head)) {
        return -1;
      }
      if (EventType.isGtid(head.type()) && isOpen) {
        isAtNext = true;
        throw new MalformedEventException("the transaction before has no end");
      }
      boolean isEnd = isEnd(head);
      at = head.end();
      if (isEnd) {
        return at;
      }
    }
  }

  /** Where it stopped. */
  long at() {
    return at;
  }

  /** Whether another transaction begins where it stopped. */
  boolean isAtNext() {
    return isAtNext;
  }

  private boolean isEnd(EventHeader head) throws IOException {
    if (EventType.isGtid(head.type())) {
      isGtidRead = true;
      isOpen = head.type() == EventType.MARIA_GTID && !isStandalone(head);
      return false;
    }
    switch (head.type()) {
      case EventType.QUERY, EventType.MARIA_QUERY_COMPRESSED -> {
        return query(head);
      }
      case EventType.XID -> {
        xid = xid(head);
        return true;
      }
      case EventType.XA_PREPARE, EventType.TRANSACTION_PAYLOAD -> {
        return true;
      }
      default -> {
        return !isOpen && !isGtidRead && !isContext(head.type());
      }
    }
  }

  /** Values and texts that come before a statement, whether it is in a transaction or not. */
  private static boolean isContext(int type) {
    return type == 5
        || type == 13
        || type == 14
        || type == EventType.ROWS_QUERY
        || type == EventType.MARIA_ANNOTATE_ROWS
        || type == EventType.TABLE_MAP
        || EventType.rows(type) != null;
  }

  private boolean query(EventHeader head) throws IOException {
    if (head.size() > MOST_CONTROL) {
      return !isOpen;
    }
    QueryEvent query;
    try {
      query = QueryEvent.read(head.type(), file.body(head));
    } catch (MalformedEventException e) {
      // Whoever reads the group says so; here it is no control.
      return !isOpen;
    }
    if (query.begins()) {
      isOpen = true;
      connection = query.connection();
      return false;
    }
    if (query.commits() || query.rollsBack() || query.endsPrepared() || !isOpen) {
      connection = query.connection();
      return true;
    }
    connection = connection == 0 ? query.connection() : connection;
    return false;
  }

  private boolean isStandalone(EventHeader head) throws IOException {
    try {
      EventBytes in = file.body(head);
      in.skip(12);
      return (in.u8() & STANDALONE) != 0;
    } catch (MalformedEventException e) {
      // Whoever reads the group says so.
      return false;
    }
  }

  private long xid(EventHeader head) throws IOException {
    try {
      return file.body(head).number(8);
    } catch (MalformedEventException e) {
      // Whoever reads the group says so.
      return 0;
    }
  }
}
