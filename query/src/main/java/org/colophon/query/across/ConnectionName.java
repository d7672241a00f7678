// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.across;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.jspecify.annotations.Nullable;

/**
 * Name of one direction of a connection to another host, or of the datagrams between two addresses.
 * The form is {@code tcp://PEER:PORT/sent?from=OWN:PORT}, also with {@code udp} or {@code
 * received}. On the other host, the addresses are exchanged, and so are {@code sent} and {@code
 * received}.
 *
 * @param own the own address; empty if the reporter could not learn it
 */
record ConnectionName(String scheme, String peer, boolean isSent, String own) {
  private static final Pattern NAME =
      Pattern.compile("(tcp|udp)://([^/]+:[0-9]+)/(sent|received)(?:\\?from=(.+))?");

  static final Bytes TCP = Bytes.of("tcp://");
  static final Bytes UDP = Bytes.of("udp://");

  private static final Pattern LOOPBACK = Pattern.compile("127\\..*|\\[::1\\].*");

  /** Maximum number of names to scan for an address. */
  static final int MAX_SCANNED = 100_000;

  /** Parses a name. Returns null if the name is not a connection, or is one within a host. */
  static @Nullable ConnectionName of(Bytes name) {
    if (!name.startsWith(TCP) && !name.startsWith(UDP)) {
      return null;
    }
    Matcher parts = NAME.matcher(name.display());
    if (!parts.matches() || LOOPBACK.matcher(parts.group(2)).matches()) {
      return null;
    }
    String own = parts.group(4);
    return new ConnectionName(
        parts.group(1), parts.group(2), parts.group(3).equals("sent"), own == null ? "" : own);
  }

  /** Returns whether lineage in a direction crosses from this end to the other host. */
  boolean crosses(Direction direction) {
    return isSent == (direction == Direction.DESCENDANTS);
  }

  /** Returns the address of the peer without its port. */
  String peerAddress() {
    return peer.substring(0, peer.lastIndexOf(':'));
  }

  private String opposite() {
    return isSent ? "received" : "sent";
  }

  /** Returns the objects of the other end in another host's history. Usually finds at most one. */
  List<Long> otherEnds(LineageReader reader) {
    if (own.isEmpty()) {
      return scan(reader);
    }
    String place = scheme + "://" + own + "/" + opposite();
    long exact = reader.resolve(Bytes.of(place + "?from=" + peer), Lsn.LATEST);
    long unknown = exact == 0 ? reader.resolve(Bytes.of(place), Lsn.LATEST) : exact;
    return unknown == 0 ? List.of() : List.of(unknown);
  }

  private List<Long> scan(LineageReader reader) {
    String end = "/" + opposite() + "?from=" + peer;
    List<Long> found = new ArrayList<>();
    reader.pathsFrom(
        Bytes.of(scheme + "://"),
        MAX_SCANNED,
        (path, object) -> {
          if (path.display().endsWith(end)) {
            found.add(object);
          }
        });
    return found;
  }
}
