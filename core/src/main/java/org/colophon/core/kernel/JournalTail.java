package org.colophon.core.kernel;

import java.io.IOException;
import java.util.Set;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.RecordDecoder;
import org.colophon.core.model.Bytes;
import org.colophon.core.naming.IdentityRegistry;
import org.colophon.core.naming.Namespace;

/**
 * Takes from the journal what the adapter that answers for the past does not have yet: names,
 * identities and snapshots. So a kernel takes operations at once when it was opened after a crash,
 * however far that adapter lags. While it is opened, one thread.
 */
final class JournalTail {
  private final Namespace names;
  private final IdentityRegistry processes;
  private final IdentityRegistry objects;
  private final Set<String> snapshots;

  JournalTail(
      Namespace names,
      IdentityRegistry processes,
      IdentityRegistry objects,
      Set<String> snapshots) {
    this.names = names;
    this.processes = processes;
    this.objects = objects;
    this.snapshots = snapshots;
  }

  /** Reads everything behind an LSN. */
  void read(Journal journal, long afterLsn) {
    try (JournalReader reader = journal.readAfter(afterLsn)) {
      for (RecordDecoder batch = reader.next(); batch != null; batch = reader.next()) {
        while (batch.next()) {
          take(batch);
        }
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read the journal: " + e, e);
    }
  }

  private void take(RecordDecoder record) {
    switch (record.type()) {
      case PROCESS -> learn(processes, record.processDeclaration().identity(), record.process());
      case OBJECT -> learn(objects, record.objectDeclaration().identity(), record.object());
      case BIND -> names.bind(record.path(), record.object());
      case UNBIND -> names.unbind(record.path());
      case RENAME -> names.rename(record.path(), record.toPath());
      case EXCHANGE -> names.exchange(record.path(), record.toPath());
      case SNAPSHOT -> snapshots.add(record.label());
      case ACCESS, INTERVAL, LINK, DERIVATION, CUT, EXIT, EXTENDED, GAP -> {}
    }
  }

  private static void learn(IdentityRegistry registry, Bytes identity, long id) {
    if (!identity.isEmpty()) {
      registry.learn(identity, id);
    }
  }
}
