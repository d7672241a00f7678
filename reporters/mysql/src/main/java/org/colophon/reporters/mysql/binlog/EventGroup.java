package org.colophon.reporters.mysql.binlog;

import org.colophon.core.model.Bytes;

/**
 * A transaction in the log, or a statement that stands alone.
 *
 * @param place its file and where in it, for people
 * @param gtid empty if it has none
 * @param connection by its number, 0 if the log does not tell
 * @param xid what its commit is called, 0 if it has no such name
 * @param seconds since 1970, when the statement that committed it began
 * @param commitNanos wall-clock time of the commit, 0 if the log does not tell
 * @param xa the XA transaction that it is, empty if it is none
 */
public record EventGroup(
    String place,
    String gtid,
    long connection,
    long xid,
    long seconds,
    long commitNanos,
    Bytes xa) {

  EventGroup named(String name, long nanos) {
    return new EventGroup(place, name, connection, xid, seconds, nanos, xa);
  }

  EventGroup of(long number) {
    return new EventGroup(place, gtid, number, xid, seconds, commitNanos, xa);
  }

  EventGroup ofXa(Bytes name) {
    return new EventGroup(place, gtid, connection, xid, seconds, commitNanos, name);
  }
}
