package org.colophon.reporters.mysql.log;

/** How a client came to the server. */
public enum ClientTransport {
  /** The log does not tell. */
  UNKNOWN(0),
  /** Through the server's Unix socket. */
  SOCKET(1),
  /** Through its port. */
  NETWORK(2);

  private final int code;

  ClientTransport(int code) {
    this.code = code;
  }

  /** A number that stays. */
  public int code() {
    return code;
  }

  /** The way with a code; what no code is, is not known. */
  public static ClientTransport of(long code) {
    for (ClientTransport way : values()) {
      if (way.code == code) {
        return way;
      }
    }
    return UNKNOWN;
  }
}
