// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.binlog.event;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.colophon.reporters.mysql.sql.model.TableName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests LOAD DATA in the form that servers write to a statement-based binary log. */
class LoadTargetTest {
  private static final String FILE = "LOAD DATA INFILE '/lab/`a TABLE `x`'";

  @ParameterizedTest
  @CsvSource({
    "' IGNORE INTO TABLE `t` (`i`)',,t",
    "' INTO TABLE `d`.`t` (`i`)',d,t",
    "' REPLACE INTO TABLE `d``1`.`a``b c`',d`1,a`b c",
    "' IGNORE INTO TABLE \"d\".\"t\" (`i`)',d,t",
    "' INTO TABLE t (`i`)',,",
    "' INTO TABLE `t',,t",
    "' INTO TABLE `d`.`',d,"
  })
  void findsTableAfterFileName(String behind, String database, String table) {
    TableName found = LoadTarget.of(Bytes.of(FILE + behind), FILE.length());
    assertThat(found.database()).hasToString(database == null ? "" : database);
    assertThat(found.table()).hasToString(table == null ? "" : table);
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1 << 30})
  void survivesInvalidEndOfFileName(int fileEnd) {
    assertThat(LoadTarget.of(Bytes.of("LOAD DATA"), fileEnd).isNone()).isTrue();
  }
}
