// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

/**
 * Common header of all events.
 *
 * <pre>
 * 0  seconds since 1970, when the statement began
 * 4  type
 * 5  the server's id
 * 9  bytes of the event, with header and checksum
 * 13 offset of the next event modulo 4 GiB, not used
 * 17 flags
 * </pre>
 *
 * @param offset offset in the file
 * @param size size in bytes, at least {@link #BYTES}
 */
public record EventHeader(long offset, long seconds, int type, long serverId, long size) {
  public static final int BYTES = 19;

  public long end() {
    return offset + size;
  }
}
