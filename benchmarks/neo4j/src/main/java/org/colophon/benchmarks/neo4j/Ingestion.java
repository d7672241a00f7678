// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.neo4j;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.journal.Journal;
import org.colophon.core.journal.JournalConfig;
import org.colophon.core.journal.JournalReader;
import org.colophon.core.journal.format.RecordDecoder;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.storage.neo4j.Neo4jStorageAdapterFactory;
import org.colophon.storage.neo4j.database.GraphDatabase;
import org.colophon.storage.neo4j.database.Neo4jConfig;
import org.colophon.storage.neo4j.database.OpenDatabases;
import org.jspecify.annotations.Nullable;

/**
 * Measures how many operations per second are stored as a graph. It compares direct writes of the
 * same graph by {@link GraphImage} with three uses of the adapter. These are: the adapter until its
 * sync; an adapter that catches up; an adapter that is filled from RocksDB without a journal. The
 * start of Neo4j does not count. The first round does not count either: its result is the expected
 * graph and number of transactions.
 */
final class Ingestion {
  private final Stores stores;
  private @Nullable Sums reported;
  private @Nullable GraphFacts facts;
  private @Nullable GraphImage image;
  private int transactions;

  Ingestion(Stores stores) {
    this.stores = stores;
  }

  List<Figures> run(int rounds) throws Exception {
    reported = reported();
    adapter();
    ingestDirectly();
    return Experiment.named("ingestion")
        .rounds(rounds, 0)
        .alternating(
            List.of(
                round -> ingestDirectly(),
                round -> adapter(),
                round -> throughKernel("catch-up from the journal", stores.restingCopy()),
                round -> throughKernel("filling from RocksDB", stores.rocksOnly())))
        .measure(System.err::println);
  }

  private Sums reported() {
    Path store = stores.rocksOnly();
    try (Kernel kernel = Kernel.open(stores.rocksDb(store))) {
      return Sums.of(kernel.reader(Stores.ROCKSDB));
    } finally {
      Directories.delete(store);
    }
  }

  private GraphFacts facts() {
    return Objects.requireNonNull(facts);
  }

  private List<Figures> row(String what, long nanos) {
    GraphFacts written = facts();
    double entities = written.nodes() + written.relationships();
    Figures run =
        Figures.of(Measure.SUBJECT, what)
            .and("operations/s", stores.workload().operations() * 1e9 / nanos)
            .and("nodes and relationships/s", entities * 1e9 / nanos);
    run.putAll(written.columns());
    run.put("transactions", transactions);
    return List.of(run);
  }

  // --- the rival ---

  private List<Figures> ingestDirectly() {
    Path store = stores.newDirectory();
    Neo4jConfig config = Neo4jConfig.of(stores.graphOf(store));
    try (OpenDatabases.Lease lease = OpenDatabases.openWriter(config, true)) {
      GraphImage graph = Objects.requireNonNull(image);
      int limit = (graph.entities() + transactions - 1) / transactions;
      long begin = System.nanoTime();
      graph.writeTo(lease.database().service(), limit);
      long nanos = System.nanoTime() - begin;
      facts().requireSame("what the bare loop wrote", GraphFacts.of(lease.database()));
      return row("bare writes", nanos);
    } finally {
      Directories.delete(store);
    }
  }

  // --- the adapter by itself ---

  private List<Figures> adapter() throws IOException {
    Path history = stores.restingCopy();
    Path store = stores.newDirectory();
    JournalConfig config = JournalConfig.at(history.resolve("journal"));
    Journal journal = Journal.open(config, Ingestion::failed);
    try (StorageAdapter adapter = new Neo4jStorageAdapterFactory().create(stores.graphOf(store))) {
      adapter.open();
      long begin = System.nanoTime();
      transactions = feed(journal, adapter);
      long nanos = System.nanoTime() - begin;
      check(Objects.requireNonNull(OpenDatabases.openAt(stores.graphOf(store).directory())));
      return row("adapter", nanos);
    } finally {
      journal.close();
      Directories.delete(history);
      Directories.delete(store);
    }
  }

  private static void failed(Throwable cause) {
    throw ErrorCode.IO_FAILED.exception("the journal failed: " + cause, cause);
  }

  /** Feeds the journal to an adapter. Returns the number of transactions. */
  private static int feed(Journal journal, StorageAdapter adapter) throws IOException {
    int made = 0;
    long held = adapter.heldLsn();
    try (JournalReader reader = journal.readAfter(0)) {
      for (RecordDecoder batch = reader.next(); batch != null; batch = reader.next()) {
        adapter.append(batch);
        made += adapter.heldLsn() == held ? 0 : 1;
        held = adapter.heldLsn();
      }
    }
    return adapter.sync() == held ? made : made + 1;
  }

  private void check(GraphDatabase database) {
    GraphFacts found = GraphFacts.of(database);
    found.requireReported(stores.workload().shape().files() - 1L, Objects.requireNonNull(reported));
    if (facts == null) {
      facts = found;
      image = GraphImage.of(database);
    }
  }

  // --- through the kernel ---

  private List<Figures> throughKernel(String what, Path store) {
    TimedFactory timed = TimedFactory.ofNeo4j();
    try (Kernel kernel = Kernel.open(stores.both(store, timed.factory(), 1))) {
      kernel.drain();
      long nanos = System.nanoTime() - timed.openedNanos().get();
      check(Objects.requireNonNull(OpenDatabases.openAt(stores.graphOf(store).directory())));
      return row(what, nanos);
    } finally {
      Directories.delete(store);
    }
  }
}
