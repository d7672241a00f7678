// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.fact.Snapshot;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.naming.LearnedIdentities;
import org.colophon.core.naming.Namespace;
import org.colophon.core.state.FileStates;

/**
 * Reads from the journal the names, identities, snapshots and file states that the answering
 * adapter does not have yet. So a kernel accepts operations at once after a crash, however far that
 * adapter lags. A second thread reads the identities, which do not depend on names, so that the
 * kernel opens sooner.
 */
final class JournalTail {
  private final Journal journal;
  private final long afterLsn;

  /** Constructs a reader of the journal after an LSN. */
  JournalTail(Journal journal, long afterLsn) {
    this.journal = journal;
    this.afterLsn = afterLsn;
  }

  /** Reads everything, then returns. */
  void read(
      Namespace names,
      Consumer<Snapshot> snapshots,
      FileStates files,
      IdentityRegistry processes,
      IdentityRegistry objects) {
    CompletableFuture<Void> identities =
        CompletableFuture.runAsync(
            () -> readIdentities(processes, objects),
            reading -> new Thread(reading, "colophon-identities").start());
    try {
      readAll(
          record -> {
            takeName(record, names, snapshots);
            takeState(record, files);
          });
    } finally {
      await(identities);
    }
  }

  private static void await(CompletableFuture<Void> reading) {
    try {
      reading.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof ColophonException cause) {
        throw cause;
      }
      throw e;
    }
  }

  private void readIdentities(IdentityRegistry processes, IdentityRegistry objects) {
    LearnedIdentities ofProcesses = new LearnedIdentities();
    LearnedIdentities ofObjects = new LearnedIdentities();
    readAll(
        record -> {
          switch (record.type()) {
            case PROCESS -> learn(ofProcesses, record.identity(), record.process());
            case OBJECT -> learn(ofObjects, record.identity(), record.object());
            default -> {}
          }
        });
    long lastLsn = journal.recovery().lastLsn();
    processes.learn(ofProcesses, lastLsn);
    objects.learn(ofObjects, lastLsn);
  }

  private static void learn(LearnedIdentities learned, Bytes identity, long id) {
    if (!identity.isEmpty()) {
      learned.add(identity, id);
    }
  }

  private static void takeName(
      RecordDecoder record, Namespace names, Consumer<Snapshot> snapshots) {
    switch (record.type()) {
      case BIND -> names.bind(record.path(), record.object());
      case UNBIND -> names.unbind(record.path());
      case RENAME -> names.rename(record.path(), record.toPath());
      case EXCHANGE -> names.exchange(record.path(), record.toPath());
      case SNAPSHOT -> snapshots.accept(new Snapshot(record.label(), record.lsn(), 0));
      default -> {}
    }
  }

  private static void takeState(RecordDecoder record, FileStates files) {
    switch (record.type()) {
      case EXTENDED -> {
        if (record.process() == 0 && record.label().equals(FileState.TYPE)) {
          files.recorded(record.object(), record.lsn(), record.data());
        }
      }
      case ACCESS -> {
        OperationKind kind = record.operationKind();
        if (kind == OperationKind.WRITE || kind == OperationKind.METADATA) {
          files.changed(record.object(), record.lsn());
        }
      }
      case INTERVAL -> {
        if (record.accessMode() == AccessMode.WRITE) {
          files.changedUntil(record.object(), record.endLsn());
        }
      }
      case CUT -> files.changed(record.object(), record.lsn());
      default -> {}
    }
  }

  private void readAll(Consumer<RecordDecoder> consumer) {
    try (JournalReader reader = journal.readAfter(afterLsn)) {
      for (RecordDecoder batch = reader.next(); batch != null; batch = reader.next()) {
        while (batch.next()) {
          consumer.accept(batch);
        }
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read the journal: " + IoFailure.reason(e), e);
    }
  }
}
