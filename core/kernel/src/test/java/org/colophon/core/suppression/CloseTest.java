// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.suppression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;

/** Records of closes, which tell whether a process may still use an object. */
class CloseTest {
  private static final long PROCESS = 1;
  private static final long OBJECT = 2;

  private final List<String> records = new ArrayList<>();
  private final Suppressor suppressor = new Suppressor(16, new Collected());
  private long lsn;

  private final class Collected implements IntervalOutput {
    @Override
    public void access(StoredAccess access) {
      records.add(OperationKind.of(access.kind) + " " + access.lsn);
    }

    @Override
    public void interval(StoredAccess interval) {
      records.add(AccessMode.of(interval.kind) + " " + interval.firstLsn + "-" + interval.lastLsn);
    }
  }

  private void report(OperationKind... kinds) {
    for (OperationKind kind : kinds) {
      report(kind, Phase.WHOLE, false);
    }
  }

  private void report(OperationKind kind, Phase phase, boolean keepAll) {
    RecordEvent event = new RecordEvent();
    event.begin(RecordType.ACCESS, 0);
    event.process = PROCESS;
    event.object = OBJECT;
    event.kind = kind.code();
    event.phase = phase.code();
    event.keepAll = keepAll;
    lsn++;
    suppressor.access(event, lsn, lsn);
    suppressor.cover(lsn);
  }

  private void age() {
    suppressor.forgetBefore(Long.MAX_VALUE);
    suppressor.closeOpenedBefore(Long.MAX_VALUE, ++lsn);
  }

  private void lose() {
    suppressor.lost(PROCESS, ++lsn);
  }

  private void end() {
    suppressor.closeProcess(PROCESS, ++lsn, lsn);
    assertThat(suppressor.openIntervals()).isZero();
  }

  @Test
  void writesOneRecordIfProcessEndsAfterClose() {
    report(OperationKind.OPEN, OperationKind.READ, OperationKind.CLOSE);
    end();
    assertThat(records).containsExactly("READ 2");
    assertThat(suppressor.suppressed()).isEqualTo(2);
  }

  @Test
  void writesCloseIfProcessOutlivesItsAge() {
    report(OperationKind.OPEN, OperationKind.READ, OperationKind.CLOSE);
    age();
    assertThat(records).containsExactly("READ 2", "CLOSE 4");
    assertThat(suppressor.suppressed()).isEqualTo(1);
    end();
    assertThat(records).hasSize(2);
  }

  @Test
  void writesCloseBeforeLoss() {
    report(OperationKind.WRITE, OperationKind.CLOSE);
    lose();
    assertThat(records).containsExactly("WRITE 1", "CLOSE 3");
  }

  @Test
  void writesNoCloseBeforeLossIfObjectIsUsedAgain() {
    report(OperationKind.WRITE, OperationKind.CLOSE, OperationKind.WRITE);
    lose();
    age();
    assertThat(records).containsExactly("WRITE 1", "WRITE 3");
  }

  /** Tracers end the turns of a connection in this way. */
  @Test
  void writesOneRecordForEachUseOfReusedObject() {
    report(OperationKind.READ, OperationKind.CLOSE, OperationKind.READ);
    report(OperationKind.CLOSE, OperationKind.READ);
    age();
    end();
    assertThat(records).containsExactly("READ 1", "READ 3", "READ 5");
  }

  @Test
  void writesNoCloseIfObjectWasUsedAgainAndCut() {
    report(OperationKind.WRITE, OperationKind.CLOSE, OperationKind.WRITE);
    suppressor.closeObject(OBJECT, ++lsn, lsn);
    lose();
    age();
    assertThat(records).containsExactly("WRITE 1", "WRITE 3");
  }

  @Test
  void writesOpenInsteadOfCloseIfObjectIsOpenedAgain() {
    report(OperationKind.READ, OperationKind.CLOSE, OperationKind.OPEN);
    lose();
    assertThat(records).containsExactly("READ 1");
    age();
    assertThat(records).containsExactly("READ 1", "OPEN 5");
  }

  @Test
  void writesOpenAtCloseIfNothingWasReadOrWritten() {
    report(OperationKind.OPEN, OperationKind.CLOSE);
    assertThat(records).containsExactly("OPEN 2");
    lose();
    assertThat(records).containsExactly("OPEN 2", "CLOSE 3");
    assertThat(suppressor.suppressed()).isZero();
  }

  @Test
  void writesCloseAtOnceIfNothingElseIsKnown() {
    report(OperationKind.CLOSE);
    assertThat(records).containsExactly("CLOSE 1");
    report(OperationKind.READ);
    age();
    report(OperationKind.CLOSE);
    assertThat(records).containsExactly("CLOSE 1", "READ 2", "CLOSE 4");
  }

  @Test
  void writesCloseAfterChangeOfAttributes() {
    report(OperationKind.METADATA, OperationKind.CLOSE);
    lose();
    assertThat(records).containsExactly("METADATA 1", "CLOSE 3");
  }

  @Test
  void writesNoCloseWhileCallContinues() {
    report(OperationKind.WRITE, Phase.BEGIN, false);
    report(OperationKind.CLOSE);
    lose();
    age();
    assertThat(records).containsExactly("WRITE 1");
  }

  @Test
  void writesCloseOnceIfClosedTwice() {
    report(OperationKind.WRITE, OperationKind.CLOSE, OperationKind.CLOSE);
    lose();
    assertThat(records).containsExactly("WRITE 1", "CLOSE 4");
  }

  @Test
  void countsNoEvictionOfClosedObject() {
    Suppressor full = new Suppressor(16, new Collected());
    for (int object = 1; object <= 20; object++) {
      for (OperationKind kind : List.of(OperationKind.WRITE, OperationKind.CLOSE)) {
        RecordEvent event = new RecordEvent();
        event.begin(RecordType.ACCESS, 0);
        event.process = PROCESS;
        event.object = object;
        event.kind = kind.code();
        event.phase = Phase.WHOLE.code();
        full.access(event, ++lsn, lsn);
      }
    }
    assertThat(full.evicted()).isZero();
    assertThat(records).filteredOn(each -> each.startsWith("CLOSE")).isNotEmpty();
  }
}
