package org.colophon.benchmarks.peer;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The peers by name. */
public enum Peers {
  /** Berkeley DB through Debian's Java binding: two B-trees in a private environment. */
  BERKELEYDB("berkeleydb"),
  /** LMDB through lmdbjava: two B+trees in one environment. */
  LMDB("lmdb"),
  /** SQLite through JDBC: a table in LSN order and two covering indexes. */
  SQLITE("sqlite");

  private final String label;

  Peers(String label) {
    this.label = label;
  }

  /** Returns the peer's name in options and tables. */
  public String label() {
    return label;
  }

  /** Returns the peer with a label. */
  public static Peers of(String label) {
    for (Peers peer : values()) {
      if (peer.label.equals(label)) {
        return peer;
      }
    }
    throw ErrorCode.BAD_REQUEST.exception("no peer is called '" + label + "'");
  }

  /**
   * Opens a store. Creates it if it does not exist.
   *
   * @param directory an existing directory for this store only
   * @throws ColophonException TOOL_MISSING if the engine is not installed
   */
  public PeerStore open(Path directory) {
    switch (this) {
      case BERKELEYDB:
        return new OrderedPeer(BerkeleyDbLoader.open(directory));
      case LMDB:
        return new OrderedPeer(new LmdbTables(directory));
      default:
        return new SqlitePeer(directory);
    }
  }
}
