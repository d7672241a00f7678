// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.storage.RecordType;

/**
 * Writes of an abandoned transaction. A process of their own makes them, since queries mark only
 * writes of processes without a pid. The process that reported them informs it. Cuts are left out,
 * as earlier writes may still be there. Used once.
 */
final class AttemptedOperations {
  /** Records for a process of attempted writes: its declaration and a link. */
  static final int WRITER_SLOTS = 2;

  /** Records for a derivation: a writer, a read, a write and its mark. */
  static final int DERIVATION_SLOTS = WRITER_SLOTS + 3;

  private static final String TYPE = "transaction/attempted";

  private final String id;
  private final IdentityRegistry processes;
  private final RingWriter writer;
  private final Map<Long, Long> writers = new HashMap<>();
  private final Map<Long, Set<Long>> marked = new HashMap<>();

  AttemptedOperations(String id, IdentityRegistry processes, RingWriter writer) {
    this.id = id;
    this.processes = processes;
    this.writer = writer;
  }

  /** Records an operation if it is a write, a cut or a derivation; returns false for others. */
  boolean test(RecordEvent event) {
    switch (event.type) {
      case CUT -> {
        return true;
      }
      case DERIVATION -> {
        long by = newWriter(event.process);
        access(OperationKind.READ, by, event.cause);
        access(OperationKind.WRITE, by, event.object);
        mark(by, event.object);
        return true;
      }
      default -> {
        if (!KeptOperations.isWrite(event)) {
          return false;
        }
        Long by = writers.get(event.process);
        if (by == null) {
          by = newWriter(event.process);
          writers.put(event.process, by);
        }
        RecordEvent write = writer.slot(RecordType.ACCESS, 0);
        write.copyFrom(event);
        write.process = by;
        mark(by, event.object);
        return true;
      }
    }
  }

  private long newWriter(long original) {
    long made = processes.newId();
    Bytes name = Bytes.of("transaction " + id + ", outcome unknown");
    RecordEvent event = writer.slot(RecordType.PROCESS, 0, name.length());
    event.process = made;
    event.payload = ProcessDeclaration.of(0, name, 0);
    if (original != 0) {
      RecordEvent link = writer.slot(RecordType.LINK, 0);
      link.kind = LinkKind.INFORM.code();
      link.process = made;
      link.cause = original;
    }
    return made;
  }

  private void access(OperationKind kind, long process, long object) {
    RecordEvent event = writer.slot(RecordType.ACCESS, 0);
    event.keepAll = true;
    event.kind = kind.code();
    event.phase = Phase.WHOLE.code();
    event.process = process;
    event.object = object;
  }

  private void mark(long process, long object) {
    if (marked.computeIfAbsent(process, key -> new HashSet<>()).add(object)) {
      Bytes data = Bytes.of(id);
      RecordEvent event = writer.slot(RecordType.EXTENDED, 0, TYPE.length() + (long) data.length());
      event.process = process;
      event.object = object;
      event.label = TYPE;
      event.payload = data;
    }
  }
}
