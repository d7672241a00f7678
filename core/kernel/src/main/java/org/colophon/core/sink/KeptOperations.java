// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.Varints;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;
import org.jspecify.annotations.Nullable;

/**
 * Operations of a prepared transaction, in order. Each is a sequence of varints: type, kind, phase,
 * process, object, cause, amount, repeats; then path, second path, label and data, each with its
 * length. Their times are not kept, as they take the time of the commit.
 */
final class KeptOperations {
  private static final int WRITE = OperationKind.WRITE.code();

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Set<Long> writers = new HashSet<>();
  private final Set<List<Long>> writes = new HashSet<>();
  private int count;
  private int size;

  /** Returns true for a write, whose process and object an abandoned transaction marks. */
  static boolean isWrite(RecordEvent event) {
    return event.type == RecordType.ACCESS && event.kind == WRITE;
  }

  void add(RecordEvent event) {
    Varints.write(out, event.type.code());
    Varints.write(out, event.kind);
    Varints.write(out, event.phase);
    Varints.write(out, event.process);
    Varints.write(out, event.object);
    Varints.write(out, event.cause);
    Varints.write(out, event.amount);
    Varints.write(out, event.repeats);
    write(event.path);
    write(event.toPath);
    write(event.label == null ? null : Bytes.of(event.label));
    write((Bytes) event.payload);
    count++;
    size += event.type == RecordType.DERIVATION ? AttemptedOperations.DERIVATION_SLOTS : 1;
    if (isWrite(event)) {
      size += writers.add(event.process) ? AttemptedOperations.WRITER_SLOTS : 0;
      size += writes.add(List.of(event.process, event.object)) ? 1 : 0;
    }
  }

  private void write(@Nullable Bytes bytes) {
    Varints.write(out, bytes == null ? 0 : bytes.length());
    out.writeBytes(bytes == null ? new byte[0] : bytes.toArray());
  }

  int count() {
    return count;
  }

  /** Returns the maximum number of records that a decision makes of the operations. */
  int size() {
    return size;
  }

  Bytes encoded() {
    return Bytes.wrap(out.toByteArray());
  }

  /** Decodes operations, each into the same slot. */
  static void read(Bytes encoded, Consumer<RecordEvent> consumer) {
    ByteBuffer in = ByteBuffer.wrap(encoded.toArray());
    RecordEvent event = new RecordEvent();
    event.keepAll = true; // complete without a later end of an interval
    while (in.hasRemaining()) {
      event.begin(RecordType.of((int) Varints.read(in)), 0);
      event.kind = (int) Varints.read(in);
      event.phase = (int) Varints.read(in);
      event.process = Varints.read(in);
      event.object = Varints.read(in);
      event.cause = Varints.read(in);
      event.amount = Varints.read(in);
      event.repeats = Varints.read(in);
      event.path = readBytes(in);
      event.toPath = readBytes(in);
      event.label = readBytes(in).toString();
      event.payload = readBytes(in);
      consumer.accept(event);
    }
  }

  private static Bytes readBytes(ByteBuffer in) {
    byte[] bytes = new byte[(int) Varints.read(in)];
    in.get(bytes);
    return Bytes.wrap(bytes);
  }
}
