// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.suppression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;

/** The second access of a pair makes an interval of both, unless something ended the first one. */
class FirstAccessTest {
  private static final long PROCESS = 1;
  private static final long OBJECT = 2;
  private static final int CAPACITY = 64;

  private final List<String> records = new ArrayList<>();
  private final Suppressor suppressor =
      new Suppressor(
          CAPACITY,
          new IntervalOutput() {
            @Override
            public void access(StoredAccess access) {
              records.add(OperationKind.of(access.kind) + " " + access.lsn);
            }

            @Override
            public void interval(StoredAccess interval) {
              records.add(interval.firstLsn + "-" + interval.lastLsn + " of " + interval.bytes);
            }
          });
  private long lsn;

  private void report(OperationKind kind, long object, Phase phase) {
    RecordEvent event = new RecordEvent();
    event.begin(RecordType.ACCESS, 0);
    event.process = PROCESS;
    event.object = object;
    event.kind = kind.code();
    event.phase = phase.code();
    event.amount = 10;
    suppressor.access(event, ++lsn, lsn);
  }

  private void read() {
    report(OperationKind.READ, OBJECT, Phase.WHOLE);
  }

  private void endFrame() {
    suppressor.cover(lsn);
  }

  @Test
  void extendsFirstAccessOverSecond() {
    read();
    endFrame();
    read();
    endFrame();
    assertThat(records).containsExactly("READ 1", "1-2 of 20");
  }

  @Test
  void takesNoSlotForPairsThatOccurOnce() {
    for (int object = 1; object <= 100 * CAPACITY; object++) {
      report(OperationKind.READ, object, Phase.WHOLE);
    }
    assertThat(records).hasSize(100 * CAPACITY);
    assertThat(suppressor.openIntervals()).isZero();
    assertThat(suppressor.evicted()).isZero();
  }

  @Test
  void writesSecondAccessAfterCut() {
    read();
    suppressor.closeObject(OBJECT, ++lsn, lsn);
    read();
    endFrame();
    assertThat(records).containsExactly("READ 1", "READ 3");
  }

  @Test
  void writesSecondAccessAfterClose() {
    read();
    report(OperationKind.CLOSE, OBJECT, Phase.WHOLE);
    read();
    endFrame();
    assertThat(records).containsExactly("READ 1", "READ 3");
  }

  @Test
  void writesSecondAccessIfFirstIsOld() {
    suppressor.setClock(100);
    read();
    suppressor.forgetBefore(101);
    suppressor.setClock(200);
    read();
    endFrame();
    assertThat(records).containsExactly("READ 1", "READ 2");
  }

  @Test
  void needsNoLsnToForgetOldAccess() {
    suppressor.setClock(100);
    read();
    assertThat(suppressor.hasOpenedBefore(101)).isFalse();
  }

  @Test
  void beginsIntervalOfItsOwnForCallAfterFirstAccess() {
    read();
    report(OperationKind.READ, OBJECT, Phase.BEGIN);
    report(OperationKind.READ, OBJECT, Phase.END);
    suppressor.closeProcess(PROCESS, ++lsn, lsn);
    read();
    endFrame();
    assertThat(records).containsExactly("READ 1", "READ 2", "2-3 of 20", "READ 5");
  }
}
