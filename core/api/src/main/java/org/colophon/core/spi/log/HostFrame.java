// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.log;

/**
 * One committed frame of a host's history.
 *
 * @param hostId machine id, 32 hexadecimal digits
 * @param hostName display name
 * @param storeId id of the store that recorded the frame; never 0
 * @param generations generations of that store, the oldest first; empty if they are unknown
 * @param bytes the frame with its prefix, as the feed of a store has it; the receiver may change
 *     them
 */
@SuppressWarnings("ArrayRecordComponent") // a view that is never compared
public record HostFrame(
    String hostId, String hostName, long storeId, String generations, byte[] bytes) {
  /** Constructs a frame of unknown generations. */
  public HostFrame(String hostId, String hostName, long storeId, byte[] bytes) {
    this(hostId, hostName, storeId, "", bytes);
  }
}
