// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.naming.Namespace;
import org.colophon.core.ring.RecordEvent;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.TransactionStep;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.state.KernelParts;
import org.colophon.core.state.PreparedTransactions;

/**
 * Ends units of a sink as prepared transactions, and decides such transactions. A prepared unit
 * publishes what does not depend on the decision, together with positions that keep the rest. A
 * decision is a unit that records the rest and empties the positions. Used only by the sink's
 * thread.
 */
final class UnitTransactions {
  private final KernelParts parts;
  private final String reporter;
  private final SinkBuffer buffer;
  private final RingWriter writer;

  UnitTransactions(KernelParts parts, String reporter, SinkBuffer buffer, RingWriter writer) {
    this.parts = parts;
    this.reporter = reporter;
    this.buffer = buffer;
    this.writer = writer;
  }

  /** Implements {@link org.colophon.core.spi.reporter.OperationSink#endUnit}. */
  void endUnit(TransactionStep step, String id) {
    boolean isDone = false;
    try {
      if (step == TransactionStep.PREPARE) {
        prepare(id);
      } else {
        decide(step, id);
      }
      isDone = true;
    } finally {
      if (!isDone) {
        writer.dropUnit();
      }
    }
    parts.journal().awaitDurable(writer.lastLsn());
  }

  // --- prepare ---

  private void prepare(String id) {
    writer.requireUnit();
    PreparedTransaction.checked(id);
    KeptOperations kept = keep();
    buffer.requireRoom(kept.size());
    PreparedTransactions.Content content =
        new PreparedTransactions.Content(
            new PreparedTransaction(id, reporter, System.currentTimeMillis(), kept.count()),
            kept.encoded());
    parts.transactions().begin(content);
    boolean isDone = false;
    try {
      writer.endUnit(content.positions());
      parts.transactions().prepared(content);
      isDone = true;
    } finally {
      if (!isDone) {
        parts.transactions().release(content);
      }
    }
  }

  /** Takes the operations that wait for the decision out of the unit. */
  private KeptOperations keep() {
    Set<Long> written = new HashSet<>();
    for (RecordEvent event : buffer.unit()) {
      if (event.type == RecordType.SNAPSHOT) {
        throw ErrorCode.BAD_REQUEST.exception(
            "a unit with a snapshot cannot be prepared: take the snapshot after the commit");
      }
      if (event.type == RecordType.CUT
          || event.type == RecordType.DERIVATION
          || (event.type == RecordType.ACCESS && isChange(event.kind))) {
        written.add(event.object);
      }
    }
    Namespace names = writer.revertNames();
    KeptOperations kept = new KeptOperations();
    buffer.retainUnit(
        event -> {
          boolean waits = event.type != null && waits(event, written, names);
          if (waits) {
            kept.add(event);
          }
          return !waits;
        });
    return kept;
  }

  private static boolean waits(RecordEvent event, Set<Long> written, Namespace names) {
    return switch (event.type) {
      case ACCESS -> isChange(event.kind);
      case EXTENDED -> written.contains(event.object);
      case BIND -> {
        boolean isKnownNow = event.kind == NameChanges.FOUND && names.resolve(event.path) == 0;
        if (isKnownNow) {
          names.bind(event.path, event.object);
        }
        yield !isKnownNow;
      }
      case CUT, DERIVATION, UNBIND, RENAME, EXCHANGE -> true;
      default -> false;
    };
  }

  private static boolean isChange(int kind) {
    return switch (OperationKind.of(kind)) {
      case WRITE, CREATE, METADATA, RENAME -> true;
      case READ, LOAD, OPEN, CLOSE, ASSOCIATE -> false;
    };
  }

  // --- decide ---

  private void decide(TransactionStep step, String id) {
    PreparedTransactions.Content content = parts.transactions().claim(id);
    boolean isDone = false;
    try {
      if (!buffer.isUnitOpen()) {
        writer.begin();
      }
      if (step != TransactionStep.ABORT) {
        Predicate<RecordEvent> attempted =
            step == TransactionStep.ABANDON
                ? new AttemptedOperations(id, parts.processes(), writer)::test
                : event -> false;
        KeptOperations.read(
            content.operations(),
            event -> {
              if (!attempted.test(event)) {
                record(event);
              }
            });
      }
      writer.endUnit(content.emptyPositions());
      parts.transactions().release(content);
      isDone = true;
    } finally {
      if (!isDone) {
        parts.transactions().prepared(content);
      }
    }
  }

  private void record(RecordEvent event) {
    switch (event.type) {
      case BIND, UNBIND, RENAME, EXCHANGE -> changeName(event);
      default -> add(event);
    }
  }

  /** Changes a name as it is now. Does nothing if the name to remove or move is unknown by now. */
  private void changeName(RecordEvent event) {
    Namespace names = writer.lockNames();
    writer.changed();
    if (event.type != RecordType.BIND) {
      event.object = names.resolve(event.path);
      if (event.object == 0 && !names.hasNamesBelow(event.path)) {
        return;
      }
    }
    switch (event.type) {
      case BIND -> names.bind(event.path, event.object);
      case UNBIND -> names.unbind(event.path);
      case RENAME -> names.rename(event.path, event.toPath);
      default -> names.exchange(event.path, event.toPath);
    }
    add(event);
  }

  private void add(RecordEvent event) {
    long names = event.path.length() + (long) event.toPath.length() + event.label.length();
    long bytes = names + ((Bytes) event.payload).length();
    writer.slot(event.type, 0, bytes).copyFrom(event);
  }
}
