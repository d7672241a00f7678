// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.fact.Snapshot.Change;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.RecordType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests snapshots: their names, and snapshots within units. */
@Timeout(60)
class SnapshotTest extends KernelFixture {
  private static final Bytes POSITION = Bytes.of("1");

  private final RecordingAdapter adapter = new RecordingAdapter();

  private static void assertFails(ThrowingCallable call, ErrorCode code, String part) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(ColophonException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(part);
  }

  private List<String> labels() {
    return adapter.seen(RecordType.SNAPSHOT).stream().map(RecordingAdapter.Seen::detail).toList();
  }

  @Test
  void recordsEachMoveAndDeletionAsOneEvent() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      kernel.snapshot("v");
      assertThat(kernel.snapshot("v", Change.MOVE).name()).isEqualTo("v");
      assertThat(kernel.snapshot("v", Change.DELETE).isDeletion()).isTrue();
      kernel.snapshot("v");
      kernel.drain();
      assertThat(labels()).containsExactly("v", "v", "v@deleted", "v");
    }
  }

  @Test
  void refusesUsedNameWithoutMoveAndUnusedNameWithIt() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      assertFails(() -> kernel.snapshot("v", Change.MOVE), ErrorCode.NOT_FOUND, "to move");
      assertFails(() -> kernel.snapshot("v", Change.DELETE), ErrorCode.NOT_FOUND, "to delete");
      kernel.snapshot("v");
      assertFails(() -> kernel.snapshot("v"), ErrorCode.ALREADY_EXISTS, "or move this one");
      kernel.snapshot("v", Change.DELETE);
      assertFails(() -> kernel.snapshot("v", Change.MOVE), ErrorCode.NOT_FOUND, "to move");
    }
  }

  @Test
  void takesSnapshotWithItsUnitAndCostsOneRecord() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long file = file(sink, "/f");
      for (int unit = 1; unit <= 3; unit++) {
        sink.begin();
        sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, unit, 0);
        sink.snapshot("unit " + unit, 0);
        sink.position("log", Bytes.of("" + unit));
      }
      sink.flush();
      kernel.drain();
      assertThat(labels()).containsExactly("unit 1", "unit 2", "unit 3");
      assertThat(adapter.seen().subList(adapter.seen().size() - 6, adapter.seen().size()))
          .extracting(RecordingAdapter.Seen::type)
          .containsExactly(
              RecordType.ACCESS,
              RecordType.SNAPSHOT,
              RecordType.ACCESS,
              RecordType.SNAPSHOT,
              RecordType.ACCESS,
              RecordType.SNAPSHOT);
    }
  }

  @Test
  void revertsSnapshotNamesOfDroppedUnit() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      kernel.snapshot("kept");
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      sink.begin();
      sink.snapshot("new", 0);
      sink.snapshot("kept", Change.DELETE, 0);
      assertFails(() -> sink.position("", POSITION), ErrorCode.BAD_INPUT, "source's name");
      kernel.snapshot("new");
      assertFails(() -> kernel.snapshot("kept"), ErrorCode.ALREADY_EXISTS, "kept");
      kernel.drain();
      assertThat(labels()).containsExactly("kept", "new");
    }
  }

  @Test
  void keepsUnitOpenAfterRefusedSnapshot() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      kernel.snapshot("v");
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      sink.begin();
      assertFails(() -> sink.snapshot("v", 0), ErrorCode.ALREADY_EXISTS, "'v'");
      assertFails(() -> sink.snapshot("", 0), ErrorCode.BAD_REQUEST, "name");
      sink.snapshot("v", Change.MOVE, 0);
      sink.position("log", POSITION);
      sink.flush();
      kernel.drain();
      assertThat(labels()).containsExactly("v", "v");
    }
  }
}
