// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.reporters.mysql.log.LogRecord;
import org.colophon.reporters.mysql.log.RecordKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests statements whose effect may be larger than the recorded one. */
class NotUnderstoodTest {
  private final RecordedLog log = new RecordedLog();

  private void record(String text, int missing, int error) {
    LogRecord record = new LogRecord();
    record.kind = RecordKind.QUERY;
    record.connection = 1;
    record.queryId = LogRecord.NO_QUERY_ID;
    record.error = error;
    record.text = Bytes.of(text).toArray();
    record.to = record.text.length;
    record.fullLength = record.to + missing;
    log.recorder.record(record);
  }

  @Test
  void recordsGapIfEndOfStatementIsMissing() {
    record("insert into d.t values (1)", 1, 0);
    assertThat(log.everything())
        .contains("sql/cut", "sql/not-understood", GapCause.UNKNOWN_CALL.toString());
  }

  @Test
  void recordsGapIfDatabaseIsUnknown() {
    record("insert into t values (1)", 0, LogRecord.UNKNOWN_OUTCOME);
    assertThat(log.everything()).contains("sql/not-understood", GapCause.UNKNOWN_CALL.toString());
  }

  @ParameterizedTest
  @CsvSource({
    "insert into d.t values (NAME_CONST('v' COMMA 1)), -1, true",
    "insert into d.t values (NAME_CONST('v' COMMA 1)), 0, true",
    "insert into d.t values (@v), 0, true",
    "insert into d.t values (@v), -1, false"
  })
  void recordsGapIfLogMayOmitAssignmentOfVariable(String text, int error, boolean isGap) {
    record(text.replace(" COMMA", ","), 0, error);
    assertThat(log.everything().contains(GapCause.UNKNOWN_CALL.toString())).isEqualTo(isGap);
  }

  @Test
  void recordsNoGapIfStatementIsCompleteOrFailed() {
    record("insert into d.t values (1)", 0, 0);
    assertThat(log.everything()).doesNotContain("sql/not-understood");
    record("insrt into d.t values (1)", 0, 1064);
    assertThat(log.everything())
        .contains("sql/not-understood")
        .doesNotContain(GapCause.UNKNOWN_CALL.toString());
  }
}
