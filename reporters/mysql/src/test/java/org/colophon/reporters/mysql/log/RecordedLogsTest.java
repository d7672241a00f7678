// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads logs that real servers wrote for the same script, with forged lines in statements and
 * names.
 */
class RecordedLogsTest {
  private static String load(String name) throws IOException {
    try (InputStream in = RecordedLogsTest.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mariadb-10.11-general.log", "mysql-8.0-general.log", "mysql-5.7-general.log"})
  void readsGeneralLogWithForgedLinesCorrectly(String name) throws IOException {
    CollectedRecords all =
        name.startsWith("mysql")
            ? CollectedRecords.mysql(load(name))
            : CollectedRecords.general(load(name));
    assertThat(all.records)
        .filteredOn(record -> record.contains(" QUERY insert into orders select id,v,0 from src"))
        .hasSize(1);
    assertThat(all.records).filteredOn(record -> record.contains(" EXECUTE ")).hasSize(1);
    assertThat(all.records).filteredOn(record -> record.endsWith(" QUIT ")).isNotEmpty();
    assertThat(all.records).noneMatch(record -> record.contains("QUERY drop table x"));
    assertThat(all.records).noneMatch(record -> record.endsWith("QUERY select 1')"));
    assertThat(all.problems).allMatch(problem -> problem.contains("line feed"));
  }

  @Test
  void readsAuditLogWithForgedLinesCorrectly() throws IOException {
    CollectedRecords all = CollectedRecords.audit(load("mariadb-10.11-server_audit.log"));
    assertThat(all.records)
        .contains(
            "4 TABLE WRITE shop.orders",
            "4 TABLE READ shop.src",
            "4 QUERY insert into orders select id,v,0 from src",
            "4 TABLE RENAME shop.t2|shop.t3",
            "4 QUIT ");
    assertThat(all.records).noneMatch(record -> record.endsWith("QUERY drop table t"));
    assertThat(all.problems).filteredOn(problem -> problem.contains("line feed")).hasSize(2);
    assertThat(all.problems)
        .filteredOn(problem -> problem.contains("a QUERY record lacks"))
        .hasSize(2);
  }
}
