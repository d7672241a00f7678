// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of which one reader is the first of the group. Kafka's client passes it to the
 * assignor that it constructs. The thread that polls uses it.
 */
final class Roles {
  /** Name of the client's setting whose value is this object. */
  static final String SETTING = "colophon.roles";

  private final int standbys;

  /** Null if the group assigns each partition to a single reader. */
  private @Nullable Set<Integer> active;

  Roles(int standbys) {
    this.standbys = standbys;
  }

  /** Returns the roles in the settings of a client. */
  static Roles of(Map<String, ?> settings) {
    return (Roles) Objects.requireNonNull(settings.get(SETTING));
  }

  int standbys() {
    return standbys;
  }

  boolean isStandby(int partition) {
    return active != null && !active.contains(partition);
  }

  /** Takes over the roles of an assignment. */
  void take(@Nullable ByteBuffer data) {
    active = data == null ? null : decode(data);
  }

  static ByteBuffer encode(Set<Integer> active) {
    String text =
        new TreeSet<>(active).stream().map(String::valueOf).collect(Collectors.joining(","));
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static Set<Integer> decode(ByteBuffer data) {
    String text = StandardCharsets.US_ASCII.decode(data.duplicate()).toString();
    Set<Integer> found = new TreeSet<>();
    for (String each : text.isEmpty() ? new String[0] : text.split(",", -1)) {
      found.add(Integer.parseInt(each));
    }
    return found;
  }
}
