// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.ServerConnection;
import org.colophon.reporters.mysql.session.ServerAddress;
import org.colophon.reporters.mysql.sql.SecretNames;
import org.colophon.reporters.mysql.sql.SqlOptions;
import org.colophon.reporters.mysql.sql.lex.SqlRules;
import org.colophon.reporters.mysql.sql.model.NameCase;
import org.colophon.reporters.mysql.state.Session;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerSettingsTest {
  private static final Path LOG = Path.of("/var/lib/mysql/general.log");
  private static final SecretNames SECRETS = SecretNames.of("iban");

  private static SqlRules rules(String sqlMode, String charset, int version) {
    return sql(sqlMode, charset, version).rules();
  }

  private static SqlOptions sql(String sqlMode, String charset, int version) {
    MysqlOptions options = options("", "", sqlMode, charset);
    ServerAddress address = ServerSettings.address(options, "db:3306", "", "host");
    return ServerSettings.of(options, "source", "db:3306", address, true, version).sql();
  }

  private static MysqlOptions options(
      String server, String socket, String sqlMode, String charset) {
    return new MysqlOptions(
        LOG,
        null,
        LogFormat.MYSQL,
        true,
        server,
        socket,
        Bytes.EMPTY,
        false,
        NameCase.DISTINCT,
        sqlMode,
        charset,
        SECRETS,
        ZoneOffset.UTC,
        1 << 20);
  }

  @ParameterizedTest
  @CsvSource({
    "'', '', tcp:3307 unix:/run/s",
    "localhost:3307, '', tcp:3307 unix:/run/s",
    "db2:3307, /run/t, tcp:3307 unix:/run/t",
    "db2:3307, '', ''",
    "db2, '', ''"
  })
  void knowsAddressOfClientsOnlyForServerOnThisMachine(
      String server, String socket, String addresses) {
    MysqlOptions options = options(server, socket, "", "utf8mb4");
    Session session = new Session(7, null, null);
    session.connectedNanos = 1;
    session.host = Bytes.of("localhost");
    List<String> known =
        ServerSettings.address(options, "any:3307", "/run/s", "host").of(session).stream()
            .map(ServerConnection::address)
            .sorted()
            .toList();
    assertThat(String.join(" ", known)).isEqualTo(addresses);
  }

  @Test
  void passesConfiguredNamesOfSecrets() {
    assertThat(sql("", "utf8mb4", 0).secrets()).isSameAs(SECRETS);
  }

  @Test
  void beginsSessionsWithConfiguredModes() {
    SqlRules outcome = SqlRules.MYSQL.withMode("ANSI_QUOTES").withCharset("sjis");
    assertThat(rules("ANSI_QUOTES", "sjis", 0)).isEqualTo(outcome);
    assertThat(rules("ANSI_QUOTES", "sjis", 50744)).isEqualTo(outcome.withVersion(50744));
    assertThat(rules("", "utf8mb4", 0)).isEqualTo(SqlRules.MYSQL);
  }

  @ParameterizedTest
  @CsvSource({"sql-mode, ANSI_QUOTE", "sql-mode, 'ANSI,4'", "charset, shift-jis"})
  void rejectsUnknownModesAndCharsets(String option, String value) {
    Map<String, String> given = Map.of("log", LOG.toString(), option, value);
    assertThatThrownBy(() -> new MysqlReporterFactory().create(given))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining(option + "=" + value);
  }

  @ParameterizedTest
  @CsvSource({"sql-mode, 'ansi_quotes, STRICT_TRANS_TABLES'", "charset, GBK"})
  void acceptsKnownModesAndCharsets(String option, String value) {
    Map<String, String> given = Map.of("log", LOG.toString(), option, value);
    assertThat(new MysqlReporterFactory().create(given)).isNotNull();
  }
}
