package org.colophon.benchmarks.neo4j;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.colophon.benchmarks.result.Directories;
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

/**
 * Measures how many operations per second are stored as a graph. It compares direct writes of the
 * same graph by {@link GraphImage} with three uses of the adapter. These are: the adapter until its
 * sync; an adapter that catches up; an adapter that is filled from RocksDB without a journal. The
 * start of Neo4j does not count. The first round does not count either: its result is the expected
 * graph and number of transactions.
 */
final class Ingestion {
  private final Stores stores;
  private final Consumer<String> progress;
  private final List<Map<String, Object>> runs = new ArrayList<>();
  private Sums reported;
  private GraphFacts facts;
  private GraphImage image;
  private int transactions;

  Ingestion(Stores stores, Consumer<String> progress) {
    this.stores = stores;
    this.progress = progress;
  }

  List<Map<String, Object>> run(int rounds) {
    reported = reported();
    adapter();
    bare();
    runs.clear();
    for (int round = 0; round < rounds; round++) {
      bare();
      adapter();
      throughKernel("catch-up from the journal", stores.resting());
      throughKernel("filling from RocksDB", stores.rocksOnly());
    }
    return runs;
  }

  private Sums reported() {
    Path store = stores.rocksOnly();
    try (Kernel kernel = Kernel.open(stores.rocksDb(store))) {
      return Sums.of(kernel.reader(Stores.ROCKSDB));
    } finally {
      Directories.delete(store);
    }
  }

  private void note(String what, long nanos) {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put(Measure.SUBJECT, what);
    double rate = stores.workload().operations() * 1e9 / nanos;
    run.put("operations/s", rate);
    run.put("nodes and relationships/s", (facts.nodes() + facts.relationships()) * 1e9 / nanos);
    run.putAll(facts.columns());
    run.put("transactions", transactions);
    runs.add(run);
    progress.accept(String.format("  %s: %,.0f operations/s", what, rate));
  }

  // --- the rival ---

  private void bare() {
    Path store = stores.newDirectory();
    Neo4jConfig config = Neo4jConfig.of(stores.graphOf(store));
    try (OpenDatabases.Lease lease = OpenDatabases.openWriter(config, true)) {
      int limit = (image.entities() + transactions - 1) / transactions;
      long begin = System.nanoTime();
      image.writeTo(lease.database().service(), limit);
      long nanos = System.nanoTime() - begin;
      facts.requireSame("what the bare loop wrote", GraphFacts.of(lease.database()));
      note("bare writes", nanos);
    }
    Directories.delete(store);
  }

  // --- the adapter by itself ---

  private void adapter() {
    Path history = stores.resting();
    Path store = stores.newDirectory();
    JournalConfig config = JournalConfig.at(history.resolve("journal"));
    Journal journal = Journal.open(config, Ingestion::failed);
    try (StorageAdapter adapter = new Neo4jStorageAdapterFactory().create(stores.graphOf(store))) {
      adapter.open();
      long begin = System.nanoTime();
      transactions = feed(journal, adapter);
      long nanos = System.nanoTime() - begin;
      check(OpenDatabases.openAt(stores.graphOf(store).directory()));
      note("adapter", nanos);
    } finally {
      journal.close();
    }
    Directories.delete(history);
    Directories.delete(store);
  }

  private static void failed(Throwable cause) {
    throw ErrorCode.IO_FAILED.exception("the journal failed: " + cause, cause);
  }

  /** Feeds the journal to an adapter. Returns the number of transactions. */
  private static int feed(Journal journal, StorageAdapter adapter) {
    int made = 0;
    long held = adapter.heldLsn();
    try (JournalReader reader = journal.readAfter(0)) {
      for (RecordDecoder batch = reader.next(); batch != null; batch = reader.next()) {
        adapter.append(batch);
        made += adapter.heldLsn() == held ? 0 : 1;
        held = adapter.heldLsn();
      }
    } catch (IOException e) {
      throw ErrorCode.IO_FAILED.exception("cannot read the journal: " + e, e);
    }
    return adapter.sync() == held ? made : made + 1;
  }

  private void check(GraphDatabase database) {
    GraphFacts found = GraphFacts.of(database);
    found.requireReported(stores.workload().shape().files() - 1L, reported);
    if (facts == null) {
      facts = found;
      image = GraphImage.of(database);
    }
  }

  // --- through the kernel ---

  private void throughKernel(String what, Path store) {
    TimedFactory timed = TimedFactory.ofNeo4j();
    try (Kernel kernel = Kernel.open(stores.both(store, timed.factory(), 1))) {
      kernel.drain();
      long nanos = System.nanoTime() - timed.openedNanos().get();
      check(OpenDatabases.openAt(stores.graphOf(store).directory()));
      note(what, nanos);
    }
    Directories.delete(store);
  }
}
