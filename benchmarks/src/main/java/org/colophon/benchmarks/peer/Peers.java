package org.colophon.benchmarks.peer;

import java.nio.file.Path;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The peers by name. */
public enum Peers {
  /** Berkeley DB through Debian's Java binding, two B-trees in one private environment. */
  BERKELEYDB("berkeleydb"),
  /** LMDB through lmdbjava, two B+trees in one environment. */
  LMDB("lmdb"),
  /** SQLite through JDBC: a table in LSN order and two covering indexes. */
  SQLITE("sqlite");

  private final String label;

  Peers(String label) {
    this.label = label;
  }

  /** Returns the name in options and tables. */
  public String label() {
    return label;
  }

  /** The peer with a label. */
  public static Peers of(String label) {
    for (Peers peer : values()) {
      if (peer.label.equals(label)) {
        return peer;
      }
    }
    throw ErrorCode.BAD_REQUEST.exception("no peer is called '" + label + "'");
  }

  /**
   * Opens or creates a store.
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
