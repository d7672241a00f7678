// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import org.colophon.core.model.Bytes;

/**
 * Transaction in the log, or a statement outside transactions.
 *
 * @param place file and offset for display.
 * @param gtid global transaction id, empty if it has none.
 * @param connection connection number, 0 if it is not logged.
 * @param seconds start of the committing statement in seconds since 1970.
 * @param commitNanos wall-clock time of the commit, 0 if it is not logged.
 * @param xa id of the XA transaction, empty without one.
 */
public record EventGroup(
    String place, String gtid, long connection, long seconds, long commitNanos, Bytes xa) {

  EventGroup named(String name, long nanos) {
    return new EventGroup(place, name, connection, seconds, nanos, xa);
  }

  EventGroup of(long number) {
    return new EventGroup(place, gtid, number, seconds, commitNanos, xa);
  }

  EventGroup ofXa(Bytes name) {
    return new EventGroup(place, gtid, connection, seconds, commitNanos, name);
  }
}
