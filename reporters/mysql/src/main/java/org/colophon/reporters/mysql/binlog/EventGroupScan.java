// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import java.io.IOException;
import org.colophon.reporters.mysql.binlog.event.EventBytes;
import org.colophon.reporters.mysql.binlog.event.EventHeader;
import org.colophon.reporters.mysql.binlog.event.EventType;
import org.colophon.reporters.mysql.binlog.event.MalformedEventException;
import org.colophon.reporters.mysql.binlog.event.QueryEvent;

/**
 * Finds the end of the transaction at an offset without reading its content. A transaction without
 * an end was not committed, for example because the server crashed.
 */
final class EventGroupScan {
  private static final int MAX_CONTROL_BYTES = 1 << 12;
  private static final int STANDALONE = 1;

  private final BinlogFile file;
  private long at;
  private boolean isOpen;
  private boolean isGtidRead;
  private boolean isAtNext;
  long connection;

  EventGroupScan(BinlogFile file, long from) {
    this.file = file;
    this.at = from;
  }

  /**
   * Resumes the search for the end.
   *
   * @return end of the transaction, -1 if it is not written yet
   * @throws MalformedEventException if the end is missing before {@link #at}
   */
  long end() throws IOException, MalformedEventException {
    while (true) {
      EventHeader head = file.head(at);
      if (head == null || !file.isWhole(head)) {
        return -1;
      }
      if (EventType.isGtid(head.type()) && isOpen) {
        isAtNext = true;
        throw new MalformedEventException("the previous transaction has no end");
      }
      boolean isEnd = isEnd(head);
      at = head.end();
      if (isEnd) {
        return at;
      }
    }
  }

  /** Returns the offset at which the search stopped. */
  long at() {
    return at;
  }

  /** Returns whether another transaction begins where the search stopped. */
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
      case EventType.XID, EventType.XA_PREPARE, EventType.TRANSACTION_PAYLOAD -> {
        return true;
      }
      default -> {
        return !isOpen && !isGtidRead && !isContext(head.type());
      }
    }
  }

  /** Returns whether an event belongs to an unfinished statement, such as a text or rows. */
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
    if (head.size() > MAX_CONTROL_BYTES) {
      return !isOpen;
    }
    QueryEvent query;
    try {
      query = QueryEvent.read(head.type(), file.body(head));
    } catch (MalformedEventException e) {
      // The reader of the transaction reports the malformed event, which does not end the
      // transaction.
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
      // The reader of the transaction reports the malformed event.
      return false;
    }
  }
}
