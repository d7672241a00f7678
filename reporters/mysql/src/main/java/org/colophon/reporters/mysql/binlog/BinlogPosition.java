package org.colophon.reporters.mysql.binlog;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.tail.StateReader;
import org.colophon.reporters.mysql.tail.StateWriter;

/**
 * Where the reading of a binary log was left: in front of an event, within a transaction or not.
 *
 * @param file its name without folders
 * @param checksum of what stands before, so that a log that was begun anew is not taken for the old
 * @param groupEnd where the transaction ends that was begun; not beyond the offset if none was
 * @param group that transaction, null if none was begun
 * @param done of a compressed transaction, how many statements were taken out of it
 */
public record BinlogPosition(
    String file, long offset, int checksum, long groupEnd, EventGroup group, int done) {

  /** Packs it. */
  public Bytes toBytes() {
    StateWriter out = new StateWriter().bytes(Bytes.of(file)).number(offset);
    out.number(checksum & 0xffffffffL).number(groupEnd).number(done).truth(group != null);
    if (group != null) {
      out.bytes(Bytes.of(group.place())).bytes(Bytes.of(group.gtid())).number(group.connection());
      out.number(group.xid()).number(group.seconds()).number(group.commitNanos());
      out.bytes(group.xa());
    }
    return out.saved().bytes();
  }

  /** Unpacks what {@link #toBytes} packed. */
  public static BinlogPosition read(Bytes packed) {
    StateReader in = new StateReader(packed);
    String file = in.bytes().toString();
    long offset = in.number();
    int checksum = (int) in.number();
    long groupEnd = in.number();
    int done = (int) in.number();
    return new BinlogPosition(
        file, offset, checksum, groupEnd, in.truth() ? group(in) : null, done);
  }

  private static EventGroup group(StateReader in) {
    String place = in.bytes().toString();
    String gtid = in.bytes().toString();
    long connection = in.number();
    long xid = in.number();
    long seconds = in.number();
    long commitNanos = in.number();
    return new EventGroup(place, gtid, connection, xid, seconds, commitNanos, in.bytes());
  }
}
