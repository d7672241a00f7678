// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.session.RestartDetector;
import org.colophon.reporters.mysql.state.Session;
import org.junit.jupiter.api.Test;

/** Tests how the restart of a killed server is detected if the log does not contain it. */
class RestartDetectorTest {
  private final RestartDetector restarts = new RestartDetector();
  private final Map<Long, Session> all = new LinkedHashMap<>();

  /**
   * Connects a client at a time in seconds, 0 if it is not known. Returns the connections that
   * count as ended.
   */
  private List<Long> connect(long connection, long second) {
    LogRecord client = new LogRecord();
    client.connection = connection;
    client.timeNanos = TimeUnit.SECONDS.toNanos(second);
    List<Long> left = restarts.endedConnections(client, all.values());
    left.forEach(all::remove);
    Session session = session(connection);
    session.connectedNanos = client.timeNanos;
    session.isFresh = true;
    return left;
  }

  private Session session(long connection) {
    Session session = new Session(connection, null, null);
    all.put(connection, session);
    restarts.register(session);
    return session;
  }

  /** Runs a query. Returns the connections that count as ended. */
  private List<Long> query(long connection, long query) {
    List<Long> left = restarts.endedConnections(all.get(connection), query, all.values());
    left.forEach(all::remove);
    return left;
  }

  // --- by the number of a connection ---

  @Test
  void endsClientsUpToReusedNumber() {
    connect(4, 100);
    connect(5, 100);
    connect(9, 120);
    assertThat(connect(5, 130)).containsExactlyInAnyOrder(4L, 5L);
  }

  @Test
  void keepsClientsAfterRestart() {
    connect(4, 100);
    connect(5, 100);
    connect(6, 130);
    assertThat(connect(5, 130)).containsExactlyInAnyOrder(4L, 5L);
    assertThat(all).containsOnlyKeys(5L, 6L);
  }

  @Test
  void keepsClientsWhenConnectionNumberIsNew() {
    connect(4, 100);
    connect(5, 100);
    assertThat(connect(3, 130)).isEmpty();
    assertThat(connect(6, 130)).isEmpty();
  }

  @Test
  void keepsClientsIfConnectionNumberIsLoggedTwice() {
    connect(4, 100);
    connect(5, 100);
    assertThat(connect(4, 100)).isEmpty();
  }

  @Test
  void endsAllClientsIfNumbersRestartAfterHeader() {
    connect(2000, 100);
    restarts.mayHaveRestarted = true;
    assertThat(connect(3, 130)).containsExactly(2000L);
    assertThat(connect(4, 130)).as("reported only once").isEmpty();
  }

  @Test
  void resetsHighestConnectionNumberIfNoClientIsConnected() {
    connect(2000, 100);
    all.clear();
    restarts.mayHaveRestarted = true;
    assertThat(connect(3, 130)).isEmpty();
    restarts.mayHaveRestarted = true;
    assertThat(connect(4, 140)).isEmpty();
  }

  // --- by the number of a query ---

  @Test
  void endsAllClientsIfFirstQueryIdIsTooLow() {
    session(3);
    query(3, 500);
    connect(8, 100);
    query(8, 501);
    connect(4, 100);
    assertThat(query(4, 2)).containsExactlyInAnyOrder(3L, 8L);
    assertThat(query(4, 4)).as("reported only once").isEmpty();
  }

  @Test
  void keepsClientsThatHaveRunNoQuerySinceRestart() {
    connect(5, 100);
    query(5, 500);
    connect(6, 100);
    connect(4, 100);
    assertThat(query(4, 2)).containsExactly(5L);
    assertThat(query(6, 3)).isEmpty();
    assertThat(all).containsOnlyKeys(4L, 6L);
  }

  @Test
  void keepsClientsIfQueryEndsLate() {
    connect(3, 100);
    connect(4, 100);
    query(3, 10);
    query(4, 12);
    assertThat(query(3, 11)).isEmpty();
    connect(5, 101);
    assertThat(query(5, 13)).isEmpty();
    assertThat(all).hasSize(3);
  }

  @Test
  void detectsEachOfTwoRestarts() {
    connect(3, 100);
    query(3, 1000);
    connect(4, 100);
    assertThat(query(4, 5)).containsExactly(3L);
    query(4, 300);
    connect(5, 101);
    assertThat(query(5, 100)).containsExactly(4L);
  }
}
