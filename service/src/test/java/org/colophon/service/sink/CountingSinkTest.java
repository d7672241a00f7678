// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.sink;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.ForwardingSink;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.service.sink.OperationTap.TappedOperation;
import org.junit.jupiter.api.Test;

class CountingSinkTest {
  private final OperationTap tap = new OperationTap(100);
  private final SinkCounters counters = new SinkCounters();
  private int accepted;
  private final CountingSink sink = new CountingSink(new FilteringLast(), "test", counters, tap);

  /** Changes each operation, as a filter does. */
  private final class FilteringLast extends ForwardingSink {
    private final Operation operation = new Operation();

    FilteringLast() {
      super(null);
    }

    @Override
    public Operation operation() {
      return operation;
    }

    @Override
    public void accept(Operation changed) {
      changed.setProcess(0);
      changed.setObject(FIRST_FILTERED);
      changed.setCause(0);
      accepted++;
    }

    @Override
    public void bind(long process, Bytes path, long object, long timeNanos) {}

    @Override
    public long flush() {
      return 44;
    }
  }

  private static TappedOperation tapped(String kind, long process, long other, long bytes) {
    return new TappedOperation("test", kind, process, other, bytes);
  }

  @Test
  void tapsOperationAsReportedWhenOtherSinkChangesIt() {
    tap.setOpen(true);
    sink.link(LinkKind.FORK, 2, 1, 0);
    sink.access(OperationKind.READ, Phase.BEGIN, 2, 3, 4, 0);
    sink.access(OperationKind.CREATE, Phase.WHOLE, 2, 3, 4, 0);
    sink.endRepeated(OperationKind.WRITE, 2, 3, 10, 4, 0);
    sink.cut(Phase.WHOLE, 2, 3, 0);
    sink.derive(3, 4, 2, 0);
    sink.extend(2, 3, "type", Bytes.of("x"), 0);
    sink.gap(2, GapCause.EVENTS_LOST, 5, 0);
    sink.exit(2, 6, 0);
    sink.bind(2, Bytes.of("/x"), 3, 0);
    assertThat(tap.take())
        .containsExactly(
            tapped("fork", 2, 1, 0),
            tapped("read", 2, 3, 4),
            tapped("create", 2, 3, 4),
            tapped("write", 2, 3, 4),
            tapped("cut", 2, 3, 0),
            tapped("derive", 2, 3, 0),
            tapped("extended", 2, 3, 0),
            tapped("gap", 2, 0, 0),
            tapped("exit", 2, 0, 0),
            tapped("bind", 2, 3, 0));
    assertThat(accepted).isEqualTo(9);
  }

  @Test
  void countsOperationsAtFlush() {
    sink.exit(2, 0, 0);
    sink.bind(2, Bytes.of("/x"), 3, 0);
    assertThat(counters.operations()).isZero();
    assertThat(sink.flush()).isEqualTo(44);
    assertThat(counters.operations()).isEqualTo(2);
    assertThat(counters.lastLsn()).isEqualTo(44);
  }
}
