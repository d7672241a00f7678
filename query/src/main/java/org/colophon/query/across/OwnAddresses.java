// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;

/**
 * The addresses that a host has had in connections, without ports.
 *
 * @param known the addresses
 * @param isComplete false if the host has connections whose own address is unknown, or too many
 *     connections
 */
public record OwnAddresses(Set<String> known, boolean isComplete) {
  private static final String OWN = "?from=";

  public OwnAddresses {
    known = Set.copyOf(known);
  }

  /** Reads the addresses from the names of a host's connections. */
  public static OwnAddresses of(LineageReader reader) {
    Set<String> known = new HashSet<>();
    boolean[] isComplete = {true};
    for (Bytes scheme : List.of(ConnectionName.TCP, ConnectionName.UDP)) {
      int[] names = {0};
      reader.pathsFrom(
          scheme,
          ConnectionName.MAX_SCANNED,
          (path, object) -> {
            String name = path.display();
            int own = name.indexOf(OWN);
            int port = name.lastIndexOf(':');
            if (own >= 0 && port > own) {
              known.add(name.substring(own + OWN.length(), port));
            } else {
              isComplete[0] = false;
            }
            names[0]++;
          });
      isComplete[0] &= names[0] < ConnectionName.MAX_SCANNED;
    }
    return new OwnAddresses(known, isComplete[0]);
  }

  /** Returns whether the host may have the other end of a connection. */
  boolean mayHaveOtherEnd(Bytes end) {
    ConnectionName name = ConnectionName.of(end);
    return name != null && (!isComplete || known.contains(name.peerAddress()));
  }
}
