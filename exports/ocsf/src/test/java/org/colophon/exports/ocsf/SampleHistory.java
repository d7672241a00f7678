// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import static org.colophon.core.model.OperationKind.ASSOCIATE;
import static org.colophon.core.model.OperationKind.LOAD;
import static org.colophon.core.model.OperationKind.METADATA;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.RENAME;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.encoding.Identities;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.exports.ocsf.EventParts.Origin;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RecordBatchBuilder;

/** A store in memory with one fact of each kind that events have, and its events. */
final class SampleHistory {
  static final Origin ORIGIN = new Origin("ab12", "0".repeat(32), "web", "0.1.0");
  static final String HOSTILE = "/w/\"}],\u202e\u001b[31m<b>%\n'\ud83d\ude00";

  private final StorageAdapter adapter =
      new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
  private final RecordBatchBuilder records = new RecordBatchBuilder();
  final LineageReader reader;

  SampleHistory() {
    adapter.open();
    records
        .object(1, ObjectDeclaration.of(ObjectKind.FILE))
        .object(2, new ObjectDeclaration(ObjectKind.AGENT, Identities.user("h", 7), Bytes.EMPTY))
        .bind(0, 2, "ann")
        .object(3, ObjectDeclaration.of(ObjectKind.SOCKET, "tcp://10.0.0.1:80/sent?from=::1:9"))
        .object(4, ObjectDeclaration.of(ObjectKind.SOCKET, "unix:///run/x/sent"))
        .object(5, ObjectDeclaration.of(ObjectKind.FILE))
        .process(1, "/bin/sh")
        .process(2, program())
        .link(LinkKind.EXEC, 2, 1)
        .exit(1, ProcessInfo.REPLACED)
        .access(ASSOCIATE, 2, 2, 0)
        .bind(0, 5, "/usr/lib/x.so")
        .access(LOAD, 2, 5, 0)
        .bind(2, 1, HOSTILE)
        .same()
        .access(RENAME, 2, 1, 0)
        .access(WRITE, 2, 1, 5)
        .access(METADATA, 2, 1, 0)
        .access(READ, 2, 5, 6)
        .access(WRITE, 2, 3, 8)
        .access(READ, 2, 3, 9)
        .access(WRITE, 2, 4, 9)
        .unbind(2, 1, Bytes.of(HOSTILE))
        .bind(2, 1, "/w/b")
        .access(RENAME, 2, 1, 0)
        .unbind(2, 1, Bytes.of("/w/b"))
        .same()
        .access(RENAME, 2, 1, 0)
        .gap(2, GapCause.EVENTS_LOST, 3)
        .gap(0, GapCause.UNDECODABLE, 1)
        .exit(2, 9);
    append();
    reader = adapter.reader();
  }

  private static ProcessDeclaration program() {
    return new ProcessDeclaration(
        Bytes.of("p2"),
        2,
        Bytes.of(HOSTILE),
        List.of(Bytes.of("x"), Bytes.of(HOSTILE)),
        Bytes.of("/w"),
        RecordBatchBuilder.timeOf(6));
  }

  RecordBatchBuilder records() {
    return records;
  }

  void append() {
    adapter.append(records.build());
    adapter.flush();
  }

  /** Adds a process with this many accesses, each with an LSN of its own. */
  void grow(int process, int accesses) {
    records.process(process, "/bin/p" + process);
    for (int i = 0; i < accesses; i++) {
      records.access(READ, process, 5, 1);
    }
    append();
  }

  List<ObjectNode> events(EventScope scope) throws IOException {
    List<ObjectNode> events = new ArrayList<>();
    new HistoryEvents(reader, ORIGIN).visit(scope, () -> false, (lsn, event) -> events.add(event));
    return events;
  }

  List<ObjectNode> events() throws IOException {
    return events(EventScope.all(0, reader.visibleLsn()));
  }
}
