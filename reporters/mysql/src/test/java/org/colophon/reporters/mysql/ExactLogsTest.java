// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.reporters.mysql.binlog.ReportedEvents;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests logs that a binary log cannot confirm. */
class ExactLogsTest {
  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "mariadb, mariadb-10.11",
    "mariadb, mysql-8.0",
    "mysql, mariadb-10.11",
    "mysql, mysql-5.7",
    "server-audit, mysql-8.0",
    "server-audit, mariadb-10.11"
  })
  void refusesToConfirmLogWithoutSharedKey(String format, String binlog) throws Exception {
    Path log = Files.createFile(directory.resolve("server.log"));
    Map<String, String> options =
        Map.of(
            "from", log.toString(),
            "format", format,
            "binlog", ReportedEvents.copy(binlog, directory).toString());
    Reporter reporter = new MysqlReporterFactory().create(options);
    assertThatThrownBy(() -> reporter.run(new AbsentLogTest.Context(FileOpener.PLAIN)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("cannot confirm " + log)
        .hasMessageContaining("exact only for the general query log of MySQL 8")
        .hasMessageContaining("leave out binlog=");
  }
}
