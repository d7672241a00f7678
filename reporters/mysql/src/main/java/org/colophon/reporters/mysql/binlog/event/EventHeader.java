package org.colophon.reporters.mysql.binlog.event;

/**
 * The first bytes of an event, which all types have.
 *
 * <pre>
 * 0  seconds since 1970, when the statement began
 * 4  type
 * 5  the server's id
 * 9  bytes of the event, with this head and the checksum
 * 13 where the next event is, modulo 4 GiB: not used
 * 17 flags
 * </pre>
 *
 * @param offset where in the file
 * @param size in bytes, at least {@link #BYTES}
 */
public record EventHeader(long offset, long seconds, int type, long serverId, long size) {
  public static final int BYTES = 19;

  public long end() {
    return offset + size;
  }
}
