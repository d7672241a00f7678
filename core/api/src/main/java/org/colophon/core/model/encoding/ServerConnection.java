package org.colophon.core.model.encoding;

import org.colophon.core.model.Bytes;

/**
 * A connection to a server, as who watches the client and who reads the server's log can both tell
 * it: the server's address on its machine, the number that the server gave the connection, and
 * about when it began. Numbers start over with the server, so time is needed, and the two do not
 * read one clock: it is cut into stretches. The server's side names one, the client's all that may
 * be that.
 *
 * @param host the machine's id
 * @param address see {@link #atSocket} and {@link #atPort}
 */
public record ServerConnection(String host, String address, long number) {
  private static final String SCHEME = "connection";
  private static final Bytes PREFIX = Bytes.of(SCHEME + "\0");
  private static final long SECOND = 1_000_000_000L;
  private static final long STRETCH_NANOS = 12 * SECOND;

  /** A client is watched with some delay, and a log may tell whole seconds. */
  private static final long EARLIER_NANOS = 8 * SECOND;

  /** A server logs a client when it has let it in. */
  private static final long LATER_NANOS = 4 * SECOND;

  private static final String LINKED_FOLDER = "/var/run/";

  /** The address of a Unix socket. */
  public static String atSocket(String path) {
    boolean isLinked = path.startsWith(LINKED_FOLDER);
    return "unix:" + (isLinked ? "/run/" + path.substring(LINKED_FOLDER.length()) : path);
  }

  /** The address of a port of the machine itself. */
  public static String atPort(int port) {
    return "tcp:" + port;
  }

  /** The stretch of time in which the server says that the connection began. */
  public static long stretch(long nanos) {
    return Math.floorDiv(nanos, STRETCH_NANOS);
  }

  /** The first stretch that the server may say of one that was seen to begin at a time. */
  public static long firstStretch(long nanos) {
    return stretch(nanos - EARLIER_NANOS);
  }

  /** The last stretch that the server may say. */
  public static long lastStretch(long nanos) {
    return stretch(nanos + LATER_NANOS);
  }

  /** The identity of the process that stands for what the client asks. */
  public Bytes requests(long stretch) {
    return identity(stretch, "requests");
  }

  /** The identity of the process that stands for what the server answers. */
  public Bytes results(long stretch) {
    return identity(stretch, "results");
  }

  /** Whether an identity is that of such a process. */
  public static boolean isPart(Bytes identity) {
    return identity.startsWith(PREFIX);
  }

  private Bytes identity(long stretch, String part) {
    return Identities.of(
        SCHEME, host, address, Long.toString(number), Long.toString(stretch), part);
  }
}
