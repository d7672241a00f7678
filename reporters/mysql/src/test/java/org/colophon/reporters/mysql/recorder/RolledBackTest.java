// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.reporters.mysql.log.RecordKind;
import org.junit.jupiter.api.Test;

/** Tests statements that were rolled back. The process of each statement must end exactly once. */
class RolledBackTest {
  private static final String BOTH = "update d.a, d.b set a.x = 1, b.x = 2";

  private final RecordedLog log = new RecordedLog();

  @Test
  void endsStatementThatWroteTwoTablesOnce() {
    log.record(1, RecordKind.QUERY, "begin");
    log.record(1, RecordKind.QUERY, BOTH);
    log.record(1, RecordKind.QUERY, "rollback");
    assertThat(log.ended).containsOnlyOnce(BOTH);
    assertThat(log.wrote).isEmpty();
  }
}
