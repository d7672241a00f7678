// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.names;

import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.storage.neo4j.database.EntityIds;
import org.colophon.storage.neo4j.database.NodeLabel;
import org.colophon.storage.neo4j.database.PropertyKey;
import org.colophon.storage.neo4j.database.RelationType;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Transaction;

/**
 * Measures a directory of 100,000 files: binding them, moving the directory, finding names. Not a
 * test; run it by hand, with {@code -Dfiles} and {@code -Drounds}. For comparison it also creates
 * the same nodes and relationships without lookups.
 */
public final class NamesMeasure {
  private static final int FILES = Integer.getInteger("files", 100_000);
  private static final int BATCH = 8_000;
  private static final int ROUNDS = Integer.getInteger("rounds", 3);

  private final NameStore store;
  private final Bytes built;
  private final Bytes moved;
  private long lsn;

  private NamesMeasure(NameStore store, int round) {
    this.store = store;
    this.built = Bytes.of("/lab/tree/build/objects-" + round);
    this.moved = Bytes.of("/lab/tree/other-" + round);
    this.lsn = 1L + round * 100L * FILES;
  }

  public static void main(String[] arguments) {
    try (NameStore store = new NameStore()) {
      for (int round = 0; round < ROUNDS; round++) {
        new NamesMeasure(store, round).run();
      }
    }
  }

  private void run() {
    time("create the same graph", FILES, this::createBare);
    time("bind", FILES, () -> forEachFile(this::bind));
    time(
        "move the directory",
        1,
        () -> store.write(t -> store.names.at(t, ++lsn).rename(built, moved, null)));
    time("resolve now", FILES, () -> resolveAll(moved, Lsn.LATEST));
    time("resolve as of", FILES, () -> resolveAll(built, lsn - 1));
    time("list the directory", FILES, this::list);
    time("unbind and bind", FILES, () -> forEachFile(this::replace));
    time("rename over", FILES, () -> forEachFile(this::renameOver));
  }

  private static void time(String what, int count, Runnable work) {
    long begin = System.nanoTime();
    work.run();
    double micros = (System.nanoTime() - begin) / 1e3;
    System.out.printf("%-24s %8.1f ms %10.2f us each%n", what, micros / 1e3, micros / count);
  }

  private interface FileWork {
    void run(Transaction transaction, int file, Node object);
  }

  private void forEachFile(FileWork work) {
    for (int from = 0; from < FILES; from += BATCH) {
      int first = from;
      store.write(
          transaction -> {
            for (int i = first; i < Math.min(FILES, first + BATCH); i++) {
              work.run(transaction, i, object(transaction));
            }
          });
    }
  }

  private Node object(Transaction transaction) {
    Node object = transaction.createNode(NodeLabel.OBJECT);
    object.setProperty(PropertyKey.ID, ++lsn);
    return object;
  }

  private static Bytes path(Bytes directory, int file) {
    return directory.concat(Bytes.of("/file-" + file + ".o"));
  }

  private void bind(Transaction transaction, int file, Node object) {
    store.names.at(transaction, ++lsn).bind(path(built, file), object);
  }

  private void replace(Transaction transaction, int file, Node object) {
    store.names.at(transaction, ++lsn).unbind(path(moved, file));
    store.names.at(transaction, ++lsn).bind(path(moved, file), object);
  }

  private void renameOver(Transaction transaction, int file, Node object) {
    Bytes temporary = moved.concat(Bytes.of("/temporary"));
    store.names.at(transaction, ++lsn).bind(temporary, object);
    store.names.at(transaction, ++lsn).rename(temporary, path(moved, file), object);
  }

  private void createBare() {
    long[] directory = new long[1];
    store.write(t -> directory[0] = EntityIds.of(t.createNode(NodeLabel.NAME)));
    forEachFile((transaction, file, object) -> createBare(transaction, file, object, directory[0]));
  }

  private void createBare(Transaction transaction, int file, Node object, long directory) {
    Node name = transaction.createNode(NodeLabel.NAME);
    var below =
        EntityIds.node(transaction, directory).createRelationshipTo(name, RelationType.BELOW);
    below.setProperty(PropertyKey.SEGMENT, "file-" + file + ".o");
    below.setProperty(PropertyKey.FROM_LSN, ++lsn);
    below.setProperty(PropertyKey.PLACE, lsn * 0x9E3779B97F4A7C15L);
    var names = name.createRelationshipTo(object, RelationType.NAMES);
    names.setProperty(PropertyKey.PATH, path(built, file).toString());
    names.setProperty(PropertyKey.FROM_LSN, lsn);
  }

  private void resolveAll(Bytes directory, long asOfLsn) {
    for (int i = 0; i < FILES; i++) {
      Bytes path = path(directory, i);
      long found = store.read(t -> new NameReader(t).resolve(path, asOfLsn));
      if (found == 0) {
        throw new AssertionError(path);
      }
    }
  }

  private void list() {
    int[] count = new int[1];
    store.read(
        t -> {
          new NameReader(t).under(moved, Lsn.LATEST, (path, object) -> count[0]++);
          return List.of();
        });
    if (count[0] != FILES) {
      throw new AssertionError("found " + count[0] + " of " + FILES + " names");
    }
  }
}
