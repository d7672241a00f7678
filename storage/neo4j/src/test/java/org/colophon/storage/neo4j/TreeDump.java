// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Lsn;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.memory.MemoryStorageAdapterFactory;
import org.colophon.testing.contract.SuppressedTree;

/** Answers of a reader about a {@link SuppressedTree}, for comparison with the reference. */
final class TreeDump {
  private TreeDump() {}

  /** Returns the answers of the reference after it was fed everything once. */
  static List<String> expected(int files) {
    try (StorageAdapter reference =
        new MemoryStorageAdapterFactory().create(StorageConfig.at(Path.of("unused")))) {
      reference.open();
      TreeFeeder.feed(reference, files);
      return of(reference.reader(), files);
    }
  }

  static List<String> of(LineageReader reader, int files) {
    List<String> lines = new ArrayList<>();
    lines.add("visible " + reader.visibleLsn());
    lines.add("processes " + reader.statistics().processes());
    lines.add("objects " + reader.statistics().objects());
    lines.add("operations " + reader.statistics().operations());
    for (long id = 0; id <= files + 1; id++) {
      lines.add("process " + reader.process(id));
      lines.add("object " + reader.object(id));
      addAccesses(reader, id, lines);
      if (id > 1) {
        lines.add(reader.resolve(SuppressedTree.path(id), Lsn.LATEST) + " " + id);
      }
    }
    return lines;
  }

  private static void addAccesses(LineageReader reader, long id, List<String> lines) {
    List<String> found = new ArrayList<>();
    reader.accessesOfProcess(
        id,
        AccessMode.ALL,
        (p, o, m, f, l, n, b, t, u) ->
            found.add(String.join(" ", "" + p, "" + o, "" + m, "" + f, "" + l, "" + n, "" + b)));
    Collections.sort(found);
    lines.addAll(found);
  }
}
