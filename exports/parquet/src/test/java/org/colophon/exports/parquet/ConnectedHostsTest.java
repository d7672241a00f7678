// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.query.across.HostReaders;
import org.colophon.query.across.HostScope;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statements of the page follow connections between hosts like lineage over several hosts. */
class ConnectedHostsTest {
  private static final int HOUR = 3_600;

  @TempDir private Path directory;

  private final StorageAdapter web = Tables.store(sender());
  private final StorageAdapter db = Tables.store(receiver());

  private static long nanos(int seconds) {
    return RecordBatchBuilder.EPOCH_NANOS + seconds * 1_000_000_000L;
  }

  /** Sends the content of a file, and one hour later of another one on another connection. */
  private static RecordBatchBuilder sender() {
    return new RecordBatchBuilder()
        .time(nanos(0))
        .process(1, "/bin/send")
        .file(2, "/in")
        .file(3, "tcp://10.0.0.2:80/sent?from=10.0.0.1:4000")
        .access(OperationKind.READ, 1, 2, 10)
        .access(OperationKind.WRITE, 1, 3, 10)
        .time(nanos(HOUR))
        .process(4, "/bin/late")
        .file(5, "/later")
        .file(6, "tcp://10.0.0.2:80/sent?from=10.0.0.1:5000")
        .access(OperationKind.READ, 4, 5, 10)
        .access(OperationKind.WRITE, 4, 6, 10);
  }

  /** Stores what arrives. The clock says that the second connection ended before it was used. */
  private static RecordBatchBuilder receiver() {
    return new RecordBatchBuilder()
        .time(nanos(1))
        .process(1, "/bin/serve")
        .file(2, "tcp://10.0.0.1:4000/received?from=10.0.0.2:80")
        .file(3, "tcp://10.0.0.1:5000/received?from=10.0.0.2:80")
        .file(4, "/stored")
        .access(OperationKind.READ, 1, 2, 10)
        .access(OperationKind.READ, 1, 3, 10)
        .access(OperationKind.WRITE, 1, 4, 10);
  }

  private static Set<String> lineage(
      StorageAdapter own,
      String ownName,
      StorageAdapter other,
      String otherName,
      Root root,
      Direction way) {
    LineageReader reader = own.reader();
    HostReaders hosts =
        new HostReaders() {
          @Override
          public String own() {
            return ownName;
          }

          @Override
          public Optional<String> called(String text) {
            return Optional.empty();
          }

          @Override
          public List<String> hosts() {
            return List.of(otherName);
          }

          @Override
          public LineageReader reader(String host) {
            return other.reader();
          }

          @Override
          public void release(String host) {
            // The adapter's reader stays open.
          }

          @Override
          public void close() {
            // The same.
          }
        };
    Set<String> keys = new TreeSet<>();
    for (LineageNode node :
        new HostScope(reader, new LineageEngine(reader), hosts, null)
            .collect(LineageQuery.builder().root(root).direction(way).build())
            .nodes()) {
      String host = node.host().isEmpty() ? ownName : node.host();
      keys.add(host + " " + node.key().replace(node.host() + "/", ""));
    }
    return keys;
  }

  @Test
  void followsConnectionsIfClocksAllowIt() throws SQLException, IOException {
    new Tables(directory)
        .export(Tables.history("web", web::reader), Tables.history("db", db::reader));
    try (Recipe recipe = new Recipe(directory)) {
      Set<String> origins = recipe.ask("SELECT host, key FROM origins('db', 'object:4')");
      assertThat(origins)
          .isEqualTo(lineage(db, "db", web, "web", Root.object(4), Direction.ANCESTORS))
          .contains("web object:2.v0", "db object:3.v0")
          .doesNotContain("web object:5.v0");
      assertThat(recipe.ask("SELECT host, key FROM effects('web', 'object:2')"))
          .isEqualTo(lineage(web, "web", db, "db", Root.object(2), Direction.DESCENDANTS))
          .contains("db object:4.v0");
    }
  }
}
