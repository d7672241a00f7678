package org.colophon.benchmarks.pipeline;

import java.util.List;
import org.colophon.benchmarks.peer.Peers;

/** The systems to compare, by name. */
public final class Subjects {
  /** Colophon, which stores every operation in RocksDB. */
  public static final String COLOPHON_ALL = "colophon";

  /** Colophon with suppression, which stores in RocksDB. */
  public static final String COLOPHON_SUPPRESSED = "colophon-suppressed";

  private Subjects() {}

  /** Returns all names. Colophon's names are first. */
  public static List<String> names() {
    return List.of(
        COLOPHON_ALL,
        COLOPHON_SUPPRESSED,
        Peers.BERKELEYDB.label(),
        Peers.LMDB.label(),
        Peers.SQLITE.label());
  }

  static Subject of(String name) {
    switch (name) {
      case COLOPHON_ALL:
        return new ColophonSubject("rocksdb", true);
      case COLOPHON_SUPPRESSED:
        return new ColophonSubject("rocksdb", false);
      default:
        return new PeerSubject(Peers.of(name));
    }
  }
}
