// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.colophon.core.files.FileTree;
import org.colophon.core.generation.GenerationChain;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.document.TableFormat.HostHistory;
import org.colophon.query.engine.LineageEngine;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.RandomHistory;

/** The statements of the page find the nodes of lineage, on random histories in several exports. */
final class LineageProperties {
  @Provide
  Arbitrary<RandomHistory> suppressed() {
    return RandomHistory.of(RandomHistory.Style.SUPPRESSED);
  }

  @Provide
  Arbitrary<RandomHistory> unsuppressed() {
    return RandomHistory.of(RandomHistory.Style.UNSUPPRESSED);
  }

  @Property(tries = 25)
  void findsNodesOfLineageWhenSuppressed(@ForAll("suppressed") RandomHistory history)
      throws IOException, SQLException {
    assertSameNodes(history);
  }

  @Property(tries = 25)
  void findsNodesOfLineageWhenUnsuppressed(@ForAll("unsuppressed") RandomHistory history)
      throws IOException, SQLException {
    assertSameNodes(history);
  }

  private static void assertSameNodes(RandomHistory history) throws IOException, SQLException {
    Path directory = Files.createTempDirectory("tables");
    try (StorageAdapter adapter = open()) {
      List<RecordBatch> batches = history.batches();
      for (int i = 0; i < batches.size(); i++) {
        adapter.append(batches.get(i));
        adapter.flush();
        if (i == batches.size() / 2) {
          export(adapter, directory);
        }
      }
      export(adapter, directory);
      compare(adapter.reader(), directory, history);
    } finally {
      FileTree.delete(directory);
    }
  }

  private static StorageAdapter open() {
    StorageAdapter adapter =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")));
    adapter.open();
    return adapter;
  }

  private static void export(StorageAdapter adapter, Path directory) {
    HostHistory host = new HostHistory("web", "1", "7", GenerationChain.UNKNOWN, adapter::reader);
    new ParquetFormat().export("7", List.of(host), directory, exported -> {});
  }

  private static void compare(LineageReader reader, Path directory, RandomHistory history)
      throws IOException, SQLException {
    try (Recipe recipe = new Recipe(directory)) {
      Set<String> known = recipe.ask("SELECT DISTINCT node FROM nodes");
      for (long id = 1; id <= history.maxId(); id++) {
        if (known.contains("process:" + id)) {
          compare(reader, recipe, Root.process(id), "process:" + id, history);
        }
        if (known.contains("object:" + id)) {
          compare(reader, recipe, Root.object(id), "object:" + id, history);
        }
      }
    }
  }

  private static void compare(
      LineageReader reader, Recipe recipe, Root root, String node, RandomHistory history)
      throws SQLException {
    assertThat(recipe.lineage("origins", "web", node))
        .as("ancestors of %s in %s", node, history)
        .isEqualTo(keys(reader, root, Direction.ANCESTORS));
    assertThat(recipe.lineage("effects", "web", node))
        .as("descendants of %s in %s", node, history)
        .isEqualTo(keys(reader, root, Direction.DESCENDANTS));
  }

  private static Set<String> keys(LineageReader reader, Root root, Direction direction) {
    LineageQuery query = LineageQuery.builder().root(root).direction(direction).build();
    return new LineageEngine(reader)
        .collect(query).nodes().stream()
            .map(LineageNode::key)
            .collect(Collectors.toCollection(TreeSet::new));
  }
}
