// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.pipeline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.peer.Peers;

/** The systems to compare, by name. */
final class Subjects {
  /** Colophon, which stores every operation in RocksDB. */
  static final String COLOPHON_ALL = "colophon";

  /** Colophon with suppression, which stores in RocksDB. */
  static final String COLOPHON_SUPPRESSED = "colophon-suppressed";

  private Subjects() {}

  /** Returns all names. Colophon's names are first. */
  static List<String> names() {
    List<String> names = new ArrayList<>(List.of(COLOPHON_ALL, COLOPHON_SUPPRESSED));
    Arrays.stream(Peers.values()).map(Peers::label).forEach(names::add);
    return names;
  }

  /**
   * Returns a system.
   *
   * @param option an option of Colophon's adapter as {@code NAME=VALUE}; empty for the defaults
   */
  static Subject of(String name, String option) {
    String[] parts = option.split("=", 2);
    Map<String, String> options = option.isEmpty() ? Map.of() : Map.of(parts[0], parts[1]);
    return switch (name) {
      case COLOPHON_ALL -> new ColophonSubject(true, options);
      case COLOPHON_SUPPRESSED -> new ColophonSubject(false, options);
      default -> new PeerSubject(Peers.of(name));
    };
  }
}
