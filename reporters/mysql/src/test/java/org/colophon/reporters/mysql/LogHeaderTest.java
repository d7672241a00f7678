// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LogHeaderTest {
  @ParameterizedTest
  @CsvSource({
    "10.11.19-MariaDB-log (Debian 12), MARIADB, 101119",
    "5.6.51-log (MySQL Community Server (GPL)), MYSQL, 50651",
    "8.0.15 (MySQL Community Server - GPL), MYSQL, 80015"
  })
  void recognizesServerByHeader(String version, LogFormat format, int number) {
    LogHeader head =
        LogHeader.of(
            "/usr/sbin/server, Version: "
                + version
                + ". started with:\nTcp port: 3307  Unix socket: /run/s\n");
    assertThat(head).isEqualTo(new LogHeader(format, 3307, "/run/s", number));
  }

  @ParameterizedTest
  @CsvSource({"2026-11-21T03:03:22.188889Z, MYSQL", "261121  3:02:57, MARIADB"})
  void recognizesServerByFirstRecord(String time, LogFormat format) {
    LogHeader head = LogHeader.of("rest of something\n" + time + "\t    6 Query\tselect 1\n");
    assertThat(head.format()).isEqualTo(format);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select ', Version: 8.0.15 started with:'",
        "select '\nx, Version: 8.0.15 started with:\nTcp port: 3307  '",
        "select '\n2026-01-01T00:00:00Z\t 1 Query\t'",
      })
  void ignoresHeadersInTextOfStatements(String statement) {
    LogHeader head = LogHeader.of("\t\t     4 Query\t" + statement + "\n");
    assertThat(head).isEqualTo(new LogHeader(LogFormat.MARIADB, 0, "", 0));
  }
}
