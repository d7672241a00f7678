// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.OpenDatabases;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores and reads values with arbitrary bytes of hostile programs. */
class HostileValuesTest {
  private static final int LARGE = 100_000;

  private static final List<Bytes> VALUES =
      List.of(
          Bytes.of("'); MATCH (n) DETACH DELETE n; //"),
          Bytes.of("\"quoted\" `ticked` $asOf {x: 1}\nline\r\u0000nul\u001b[31m"),
          Bytes.wrap(new byte[] {'/', (byte) 0xff, (byte) 0xc3, '/', (byte) 0xe9}),
          large('x', 0),
          large((byte) 0xff, 0),
          Bytes.of("/" + "\u00e9".repeat(2_500)),
          large('x', 4_000),
          large('x', 4_001),
          large('x', 9_000));

  @TempDir Path directory;

  /** Returns a slash followed by equal bytes. The total length 0 means a very large value. */
  private static Bytes large(int fill, int length) {
    byte[] value = new byte[length == 0 ? LARGE : length];
    Arrays.fill(value, (byte) fill);
    value[0] = '/';
    return Bytes.wrap(value);
  }

  private static ProcessDeclaration processOf(Bytes value) {
    return new ProcessDeclaration(value, 7, value, List.of(value, Bytes.EMPTY), value, 0);
  }

  @Test
  void readsBackHostileValuesFromEachField() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    try (StorageAdapter adapter =
        new Neo4jStorageAdapterFactory().create(StorageConfig.at(directory))) {
      adapter.open();
      for (int i = 0; i < VALUES.size(); i++) {
        Bytes value = VALUES.get(i);
        long id = i + 1L;
        history.process(id, processOf(value));
        history.object(id, new ObjectDeclaration(ObjectKind.FILE, value, value));
        history.bind(id, id, value);
        history.extended(id, id, value.display(), value).snapshot("s" + i + value.display());
      }
      adapter.append(history.build());
      adapter.flush();
      LineageReader reader = adapter.reader();
      for (int i = 0; i < VALUES.size(); i++) {
        check(reader, VALUES.get(i), i + 1L);
      }
      assertThat(reader.snapshots()).hasSize(VALUES.size());
      checkNames(OpenDatabases.openAt(directory));
    }
  }

  @Test
  void findsNothingForUnassignedIds() {
    try (StorageAdapter adapter =
        new Neo4jStorageAdapterFactory().create(StorageConfig.at(directory))) {
      adapter.open();
      RecordBatchBuilder history = new RecordBatchBuilder().process(1, "cc").file(1, "/a");
      adapter.append(history.access(OperationKind.READ, 1, 1, 5).build());
      adapter.flush();
      LineageReader reader = adapter.reader();
      for (long id : new long[] {(1L << 59) + 1, (1L << 62) + 1, Long.MIN_VALUE + 1, -1}) {
        assertThat(accessesOf(reader, id)).isZero();
        assertThat(reader.namesOf(id)).isEmpty();
        assertThat(accessesOf(reader, 1)).isEqualTo(1);
        assertThat(reader.namesOf(1)).hasSize(1);
        assertThat(reader.process(1)).isNotNull();
        assertThat(reader.process(id)).isNull();
      }
    }
  }

  private static int accessesOf(LineageReader reader, long process) {
    int[] seen = new int[1];
    reader.accessesOfProcess(
        process, AccessMode.READ.bit(), (p, o, mode, first, last, count, b, t, u) -> seen[0]++);
    return seen[0];
  }

  private static void check(LineageReader reader, Bytes value, long id) {
    assertThat(reader.process(id).declaration()).isEqualTo(processOf(value));
    assertThat(reader.object(id).declaration().label()).isEqualTo(value);
    assertThat(reader.processByIdentity(value)).isEqualTo(id);
    assertThat(reader.objectByIdentity(value)).isEqualTo(id);
    assertThat(reader.resolve(value, Lsn.LATEST)).isEqualTo(id);
    assertThat(reader.namesOf(id).get(0).path()).isEqualTo(value);
    assertThat(reader.extendedRecords(id, 0).get(0).data()).isEqualTo(value);
  }

  /** Checks the property name, or longName for a name too long for an index. */
  private static void checkNames(GraphDatabase database) {
    assertThat(objectsWith(database, "name")).isEqualTo(4);
    assertThat(objectsWith(database, "longName")).isEqualTo(5);
  }

  private static long objectsWith(GraphDatabase database, String key) {
    return database.read(
        transaction ->
            transaction.getAllNodes().stream()
                .filter(node -> node.hasLabel(NodeLabel.OBJECT) && node.hasProperty(key))
                .count());
  }
}
