// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.OperationKind.WRITE;

import java.time.Instant;
import java.time.ZoneOffset;
import org.colophon.query.SmallStore;
import org.colophon.query.text.DisplayText;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

class PatchChainsTest {
  /** The end of an access is stored after a later write, with its own earlier time. */
  @Test
  void endsBeforeLaterTimesIfRecordsWithEarlierTimesFollow() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.file(1, "/a").process(1, "/bin/ed").access(WRITE, 1, 1, 1);
    long before = history.lastLsn();
    history.access(WRITE, 1, 1, 1);
    history.time(RecordBatchBuilder.timeOf(before)).access(WRITE, 1, 1, 1);
    PatchChains undo = new PatchChains(SmallStore.of(history), ZoneOffset.UTC);
    String time = DisplayText.instant(RecordBatchBuilder.timeOf(before));

    assertThat(undo.beforeLaterTimes(time, history.lastLsn(), Instant.EPOCH)).isEqualTo(before);
    assertThat(undo.beforeLaterTimes("5", 5, Instant.EPOCH)).isEqualTo(5);
    assertThat(undo.beforeLaterTimes(null, 5, Instant.EPOCH)).isEqualTo(5);
  }
}
