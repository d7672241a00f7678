package org.colophon.reporters.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.sql.SqlAnalyzer;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.junit.jupiter.api.Test;

/**
 * Whose connections are over when a server was killed and started anew, and its log says nothing.
 */
class SessionsTest {
  private final Sessions sessions =
      new Sessions(null, null, null, null, null, new SqlAnalyzer(SqlOptions.MARIADB));

  /** A client that came at a second; 0 if that is not known. */
  private void came(long connection, long second) {
    Session session = sessions.session(connection);
    session.cameNanos = TimeUnit.SECONDS.toNanos(second);
    sessions.all.put(connection, session);
    sessions.highest = Math.max(sessions.highest, connection);
  }

  private List<Long> leftBehind(long connection, long second) {
    LogRecord client = new LogRecord();
    client.connection = connection;
    client.timeNanos = TimeUnit.SECONDS.toNanos(second);
    return sessions.leftBehind(client);
  }

  @Test
  void shouldLeaveAllBehindWhenATakenNumberComesAgain() {
    came(4, 100);
    came(5, 100);
    came(9, 120);
    assertThat(leftBehind(4, 130)).containsExactlyInAnyOrder(4L, 5L, 9L);
  }

  @Test
  void shouldKeepWhoCameToTheNewServer() {
    came(3, 99);
    came(7, 110);
    came(8, 111);
    came(4, 130);
    came(5, 0);
    assertThat(leftBehind(7, 131)).containsExactlyInAnyOrder(3L, 5L, 7L, 8L);
  }

  @Test
  void shouldLeaveNobodyBehindWhenANumberIsNew() {
    came(4, 100);
    came(5, 100);
    assertThat(leftBehind(3, 130)).isEmpty();
    assertThat(leftBehind(6, 130)).isEmpty();
  }

  @Test
  void shouldLeaveNobodyBehindWhenTheNumberIsToldTwice() {
    came(4, 100);
    came(5, 100);
    assertThat(leftBehind(4, 100)).isEmpty();
  }

  @Test
  void shouldLeaveAllBehindWhenTheLogBeganAndNumbersAreLow() {
    came(2000, 100);
    sessions.mayRestart();
    assertThat(leftBehind(3, 130)).containsExactly(2000L);
    assertThat(leftBehind(4, 130)).as("told once").isEmpty();
  }
}
