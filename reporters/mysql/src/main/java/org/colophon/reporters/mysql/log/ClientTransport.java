package org.colophon.reporters.mysql.log;

/** Transport of a client's connection. */
public enum ClientTransport {
  /** Not logged. */
  UNKNOWN(0),
  /** Unix socket of the server. */
  SOCKET(1),
  /** Network port of the server. */
  NETWORK(2);

  private final int code;

  ClientTransport(int code) {
    this.code = code;
  }

  /** Stable number for saved state. */
  public int code() {
    return code;
  }

  public static ClientTransport of(long code) {
    for (ClientTransport way : values()) {
      if (way.code == code) {
        return way;
      }
    }
    return UNKNOWN;
  }
}
