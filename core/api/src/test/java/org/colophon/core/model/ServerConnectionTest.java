// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.encoding.Identities;
import org.colophon.core.model.encoding.ServerConnection;
import org.junit.jupiter.api.Test;

class ServerConnectionTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long NOON = 1_790_000_000L * SECOND;

  private static boolean isCovered(long seen, long told) {
    long stretch = ServerConnection.stretch(told);
    return stretch >= ServerConnection.firstStretch(seen)
        && stretch <= ServerConnection.lastStretch(seen);
  }

  @Test
  void acceptsLoggedBeginOnlyNearObservedBegin() {
    for (long seen = NOON; seen < NOON + 30 * SECOND; seen += SECOND / 4) {
      assertThat(isCovered(seen, seen)).isTrue();
      assertThat(isCovered(seen, seen - 8 * SECOND)).isTrue();
      assertThat(isCovered(seen, seen + 4 * SECOND)).isTrue();
      assertThat(isCovered(seen, seen - 21 * SECOND)).isFalse();
      assertThat(isCovered(seen, seen + 17 * SECOND)).isFalse();
    }
  }

  @Test
  void identifiesConnectionByPartNumberServerAndMachine() {
    ServerConnection connection =
        new ServerConnection("host", ServerConnection.atSocket("/run/my.sock"), 7);
    assertThat(connection.requests(1)).isNotEqualTo(connection.results(1));
    assertThat(ServerConnection.isPart(connection.requests(1))).isTrue();
    assertThat(ServerConnection.isPart(Identities.user("host", 7))).isFalse();
    assertThat(connection.requests(1)).isNotEqualTo(connection.requests(2));
    assertThat(connection.requests(1))
        .isNotEqualTo(new ServerConnection("host", connection.address(), 8).requests(1))
        .isNotEqualTo(new ServerConnection("other", connection.address(), 7).requests(1))
        .isNotEqualTo(new ServerConnection("host", ServerConnection.atPort(3306), 7).requests(1));
  }

  @Test
  void resolvesLinksInSocketPath() {
    assertThat(ServerConnection.atSocket("/var/run/mysqld/s")).isEqualTo("unix:/run/mysqld/s");
    assertThat(ServerConnection.atSocket("/run/mysqld/s")).isEqualTo("unix:/run/mysqld/s");
  }
}
