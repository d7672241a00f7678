// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.jspecify.annotations.Nullable;

/**
 * Position in a binary log before an event, possibly within a transaction.
 *
 * @param file name without directories.
 * @param checksum checksum of the bytes before the position, to detect that the log was reset.
 * @param groupEnd end offset of the current transaction; at most the position's offset if there is
 *     none.
 * @param group current transaction, or null.
 * @param done number of statements of the current compressed transaction that were read.
 */
public record BinlogPosition(
    String file, long offset, int checksum, long groupEnd, @Nullable EventGroup group, int done) {

  public Bytes toBytes() {
    StateWriter out = new StateWriter().bytes(Bytes.of(file)).number(offset);
    out.number(checksum & 0xffffffffL).number(groupEnd).number(done).flag(group != null);
    if (group != null) {
      out.bytes(Bytes.of(group.place())).bytes(Bytes.of(group.gtid())).number(group.connection());
      out.number(group.seconds()).number(group.commitNanos());
      out.bytes(group.xa());
    }
    return out.saved().bytes();
  }

  public static BinlogPosition read(Bytes packed) {
    StateReader in = new StateReader(packed);
    String file = in.bytes().toString();
    long offset = in.number();
    int checksum = (int) in.number();
    long groupEnd = in.number();
    int done = (int) in.number();
    return new BinlogPosition(file, offset, checksum, groupEnd, in.flag() ? group(in) : null, done);
  }

  private static EventGroup group(StateReader in) {
    String place = in.bytes().toString();
    String gtid = in.bytes().toString();
    long connection = in.number();
    long seconds = in.number();
    long commitNanos = in.number();
    return new EventGroup(place, gtid, connection, seconds, commitNanos, in.bytes());
  }
}
