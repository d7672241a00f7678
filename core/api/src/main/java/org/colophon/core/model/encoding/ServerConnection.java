// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model.encoding;

import org.colophon.core.model.Bytes;

/**
 * A connection to a server. The reporter that watches the client and the reporter of the server's
 * log compute the same identity for it. Both know the server's address, the number of the
 * connection, and the approximate time of its start. Numbers restart with the server and the clocks
 * differ, so time is divided into stretches. The reporter of the log names one stretch, the
 * client's reporter all possible ones.
 *
 * @param host the machine's id
 * @param address see {@link #atSocket} and {@link #atPort}
 */
public record ServerConnection(String host, String address, long number) {
  private static final String SCHEME = "connection";
  private static final Bytes PREFIX = Bytes.of(SCHEME + "\0");
  private static final long SECOND = 1_000_000_000L;
  private static final long STRETCH_NANOS = 12 * SECOND;

  /**
   * Maximum time by which the logged begin is before the observed one: observation is delayed, and
   * a log may have whole seconds only.
   */
  private static final long EARLIER_NANOS = 8 * SECOND;

  /**
   * Maximum time by which the logged begin is after the observed one: a server logs a client after
   * it has accepted it.
   */
  private static final long LATER_NANOS = 4 * SECOND;

  private static final String LINKED_DIRECTORY = "/var/run/";

  /** Returns the address of a Unix socket. */
  public static String atSocket(String path) {
    boolean isLinked = path.startsWith(LINKED_DIRECTORY);
    return "unix:" + (isLinked ? "/run/" + path.substring(LINKED_DIRECTORY.length()) : path);
  }

  /** Returns the address of a port of this machine. */
  public static String atPort(int port) {
    return "tcp:" + port;
  }

  /** Returns the stretch in which a connection began according to the server's log. */
  public static long stretch(long nanos) {
    return Math.floorDiv(nanos, STRETCH_NANOS);
  }

  /** Returns the first stretch that the server may report for an observed begin. */
  public static long firstStretch(long nanos) {
    return stretch(nanos - EARLIER_NANOS);
  }

  /** Returns the last stretch that the server may report for an observed begin. */
  public static long lastStretch(long nanos) {
    return stretch(nanos + LATER_NANOS);
  }

  /** Returns the identity of the process that represents the client's requests. */
  public Bytes requests(long stretch) {
    return identity(stretch, "requests");
  }

  /** Returns the identity of the process that represents the server's answers. */
  public Bytes results(long stretch) {
    return identity(stretch, "results");
  }

  /** Returns true if an identity is one of {@link #requests} or {@link #results}. */
  public static boolean isPart(Bytes identity) {
    return identity.startsWith(PREFIX);
  }

  private Bytes identity(long stretch, String part) {
    return Identities.of(
        SCHEME, host, address, Long.toString(number), Long.toString(stretch), part);
  }
}
