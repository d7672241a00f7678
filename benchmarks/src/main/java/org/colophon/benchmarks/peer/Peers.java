// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.peer;

import java.nio.file.Path;
import java.util.Arrays;
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
    return Arrays.stream(values())
        .filter(peer -> peer.label.equals(label))
        .findFirst()
        .orElseThrow(() -> ErrorCode.BAD_REQUEST.exception("no peer is called '" + label + "'"));
  }

  /**
   * Opens a store. Creates it if it does not exist.
   *
   * @param directory an existing directory for this store only
   * @throws ColophonException TOOL_MISSING if the engine is not installed
   */
  public PeerStore open(Path directory) {
    return switch (this) {
      case BERKELEYDB -> new OrderedPeer(BerkeleyDbLoader.open(directory));
      case LMDB -> new OrderedPeer(new LmdbTables(directory));
      case SQLITE -> new SqlitePeer(directory);
    };
  }
}
