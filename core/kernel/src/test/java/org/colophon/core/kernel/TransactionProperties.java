// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.colophon.core.files.FileTree;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.PreparedTransaction;
import org.colophon.core.spi.reporter.TransactionStep;
import org.colophon.core.spi.storage.RecordType;

/**
 * Compares random interleavings of units, transactions and crashes with a model: the list of
 * accesses in their order of effect. Committed writes take effect at the commit, others never.
 */
class TransactionProperties {
  private static final int PROCESSES = 3;
  private static final int OBJECTS = 5;

  private record Use(boolean isWrite, long process, long object) {}

  /** A run of accesses as recorded: from the first to the last LSN. */
  private record Edge(boolean isWrite, long process, long object, long first, long last) {}

  private Path temp;
  private int stores;
  private RecordingAdapter adapter;
  private Kernel kernel;
  private OperationSink sink;
  private final List<Use> effects = new ArrayList<>();
  private final Map<String, List<Use>> prepared = new LinkedHashMap<>();

  @BeforeTry
  void prepare() throws IOException {
    temp = Files.createTempDirectory("transactions");
    stores = 0;
    effects.clear();
    prepared.clear();
  }

  @AfterTry
  void delete() throws IOException {
    kernel.close();
    FileTree.delete(temp);
  }

  private Path store() {
    return temp.resolve("store" + stores);
  }

  private void open(SinkOptions options) {
    adapter = new RecordingAdapter();
    kernel =
        Kernel.open(
            KernelConfig.builder(store()).adapter(RecordingAdapter.config(adapter)).build());
    sink = kernel.newSink("test", options);
  }

  /** Continues with the store as kill -9 leaves it; the new adapter gets every record again. */
  private void crash(SinkOptions options) throws IOException {
    sink.awaitDurable(sink.flush());
    Path before = store();
    stores++;
    JournalImage.copy(before.resolve("journal"), store().resolve("journal"));
    Files.copy(before.resolve("VERSION"), store().resolve("VERSION"));
    kernel.close();
    open(options);
    assertThat(kernel.transactions().stream().map(PreparedTransaction::id))
        .containsExactlyInAnyOrderElementsOf(prepared.keySet());
  }

  private List<Use> report(Random random) {
    List<Use> uses = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      Use use =
          new Use(random.nextBoolean(), 1 + random.nextInt(PROCESSES), 1 + random.nextInt(OBJECTS));
      OperationKind kind = use.isWrite ? OperationKind.WRITE : OperationKind.READ;
      sink.access(kind, Phase.WHOLE, use.process, use.object, 1, 0);
      uses.add(use);
    }
    return uses;
  }

  private void step(Random random, int number, SinkOptions options) throws IOException {
    switch (random.nextInt(7)) {
      case 0 -> effects.addAll(report(random));
      case 1 -> {
        sink.begin();
        effects.addAll(report(random));
        sink.position("log", Bytes.of("" + number));
      }
      case 2, 3 -> {
        sink.begin();
        List<Use> uses = report(random);
        sink.prepare("t" + number);
        uses.stream().filter(each -> !each.isWrite).forEach(effects::add);
        prepared.put("t" + number, uses.stream().filter(Use::isWrite).toList());
      }
      case 4 -> decide(random, TransactionStep.COMMIT);
      case 5 -> decide(random, TransactionStep.ABORT);
      default -> crash(options);
    }
  }

  private void decide(Random random, TransactionStep step) {
    if (prepared.isEmpty()) {
      return;
    }
    String id = List.copyOf(prepared.keySet()).get(random.nextInt(prepared.size()));
    sink.endUnit(step, id);
    List<Use> writes = prepared.remove(id);
    if (step == TransactionStep.COMMIT) {
      effects.addAll(writes);
    }
  }

  private void run(long seed, SinkOptions options) throws IOException {
    Random random = new Random(seed);
    open(options);
    for (int i = 0; i < PROCESSES; i++) {
      sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/p" + i), 0), 0);
    }
    for (int i = 0; i < OBJECTS; i++) {
      sink.object(ObjectDeclaration.of(ObjectKind.FILE), 0);
    }
    for (int number = 0; number < 25; number++) {
      step(random, number, options);
    }
    sink.flush();
    for (long process = 1; process <= PROCESSES; process++) {
      sink.exit(process, 0, 0);
    }
    sink.flush();
    kernel.drain();
  }

  private List<Edge> recorded() {
    List<Edge> edges = new ArrayList<>();
    for (RecordingAdapter.Seen each : adapter.seen()) {
      boolean isWrite = each.detail().startsWith("WRITE");
      if (each.type() == RecordType.ACCESS) {
        boolean isOpen = each.detail().contains(" open "); // its end may be lost in a crash
        long last = isOpen ? Long.MAX_VALUE : each.lsn();
        edges.add(new Edge(isWrite, each.process(), each.object(), each.lsn(), last));
      } else if (each.type() == RecordType.INTERVAL) {
        String[] range = each.detail().split(" ")[1].split("-");
        long first = Long.parseLong(range[0]);
        long last = Long.parseLong(range[1]);
        edges.add(new Edge(isWrite, each.process(), each.object(), first, last));
      }
    }
    return edges;
  }

  private List<Edge> modelled() {
    List<Edge> edges = new ArrayList<>();
    for (Use each : effects) {
      long at = edges.size() + 1;
      edges.add(new Edge(each.isWrite, each.process, each.object, at, at));
    }
    return edges;
  }

  /** Returns the ancestors of an object, without a clever order. */
  private static Set<Long> ancestors(Collection<Edge> edges, long object) {
    Set<Long> found = new TreeSet<>();
    collect(edges, object, Long.MAX_VALUE, found, new TreeSet<>());
    return found;
  }

  private static void collect(
      Collection<Edge> edges, long object, long bound, Set<Long> found, Set<String> seen) {
    if (!seen.add(object + " " + bound)) {
      return;
    }
    for (Edge write : edges) {
      if (!write.isWrite || write.object != object || write.first > bound) {
        continue;
      }
      long until = Math.min(write.last, bound);
      for (Edge read : edges) {
        if (!read.isWrite && read.process == write.process && read.first <= until) {
          found.add(read.object);
          collect(edges, read.object, Math.min(read.last, until), found, seen);
        }
      }
    }
  }

  @Property(tries = 20)
  void recordsEffectsInOrderWithoutSuppression(@ForAll long seed) throws IOException {
    run(seed, KernelFixture.KEEP_ALL);
    assertThat(recorded().stream().map(each -> new Use(each.isWrite, each.process, each.object)))
        .containsExactlyElementsOf(effects);
  }

  @Property(tries = 20)
  void findsEveryAncestorAndNoUseThatNeverTookEffect(@ForAll long seed) throws IOException {
    run(seed, SinkOptions.DEFAULT);
    List<Edge> edges = recorded();
    assertThat(edges.stream().map(each -> new Use(each.isWrite, each.process, each.object)))
        .hasSameElementsAs(effects);
    for (long object = 1; object <= OBJECTS; object++) {
      assertThat(ancestors(edges, object)).containsAll(ancestors(modelled(), object));
    }
  }
}
