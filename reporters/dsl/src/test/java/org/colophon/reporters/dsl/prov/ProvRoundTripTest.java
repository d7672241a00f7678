// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.model.fact.ObjectInfo;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Direction;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.export.Exporters;
import org.colophon.query.format.ExportOptions;
import org.colophon.reporters.dsl.Runs;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Imports a PROV-JSON export, and checks that {@code lineage} and {@code why} return the same. */
class ProvRoundTripTest {
  private static final int THINGS = 8;
  private static final OperationKind[] ACCESSES = {
    OperationKind.READ, OperationKind.WRITE, OperationKind.LOAD, OperationKind.RENAME
  };
  private static final Function<LineageNode, String> OWN_KEY =
      node ->
          isAgent(node.object())
              ? "agents:" + node.id()
              : node.isProcess() ? node.target() : node.target() + ".v" + node.version();

  @TempDir private Path directory;

  static Stream<Arguments> histories() {
    return IntStream.rangeClosed(1, 24).mapToObj(seed -> Arguments.of(seed, seed % 2 == 0));
  }

  @ParameterizedTest
  @MethodSource("histories")
  void givesSameAnswersForRandomHistories(int seed, boolean keepAll) throws IOException {
    assertSameAnswers(keepAll, sink -> record(sink, new Random(seed)));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void givesSameAnswersForVersionPuzzle(boolean keepAll) throws IOException {
    assertSameAnswers(keepAll, sink -> new Puzzle(sink).play());
  }

  @Test
  void givesSameAnswersForExampleFeed() throws IOException {
    Path feed = directory.resolve("audit.dsl");
    try (InputStream example = ProvRoundTripTest.class.getResourceAsStream("/feeds/audit.dsl")) {
      Files.copy(example, feed);
    }
    assertSameAnswers(runs -> runs.run("dsl", Map.of("from", feed.toString())));
  }

  @Test
  void findsTheSourceOfAFileWrittenBeforeItIsReadAgain() throws IOException {
    assertSameAnswers(
        false,
        sink -> {
          long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/p"), 0), 0);
          long in = sink.objectAt(Bytes.of("/in"), ObjectKind.FILE, 0);
          long out = sink.objectAt(Bytes.of("/out"), ObjectKind.FILE, 0);
          accessAndClose(sink, OperationKind.READ, process, in);
          accessAndClose(sink, OperationKind.WRITE, process, out);
          accessAndClose(sink, OperationKind.READ, process, in);
        });
  }

  private static void accessAndClose(
      OperationSink sink, OperationKind kind, long process, long object) {
    sink.access(kind, Phase.WHOLE, process, object, 1, 0);
    sink.access(OperationKind.CLOSE, Phase.WHOLE, process, object, 0, 0);
  }

  private void assertSameAnswers(boolean keepAll, Consumer<OperationSink> history)
      throws IOException {
    SinkOptions options = new SinkOptions(keepAll, OverloadPolicy.BLOCK);
    assertSameAnswers(
        runs -> {
          OperationSink sink = runs.kernel.newSink("test", options);
          history.accept(sink);
          sink.flush();
          runs.kernel.drain();
        });
  }

  private void assertSameAnswers(Consumer<Runs> recording) throws IOException {
    Path document = directory.resolve("export.json");
    Map<String, Root> originals;
    Map<String, Object> before;
    try (Runs original = new Runs(directory.resolve("original"))) {
      recording.accept(original);
      original.settle();
      originals = roots(original.reader());
      export(original, originals, document);
      before = answers(original, originals, OWN_KEY);
    }
    try (Runs copy = new Runs(directory.resolve("copy"))) {
      copy.run("prov-json", Map.of("from", document.toString()));
      assertThat(copy.kernel.status().refused()).isZero();
      copy.settle();
      Map<String, Root> roots = copiedRoots(copy.reader());
      roots.keySet().retainAll(originals.keySet());
      Map<String, Object> after = answers(copy, roots, node -> recorded(copy.reader(), node));
      before.forEach(
          (question, answer) -> assertThat(after.get(question)).as(question).isEqualTo(answer));
    }
  }

  /**
   * Returns the ancestors and descendants of each root, and the length of its shortest chain to
   * each other root.
   */
  private static Map<String, Object> answers(
      Runs runs, Map<String, Root> roots, Function<LineageNode, String> key) {
    Map<String, List<Root>> causes = new TreeMap<>();
    roots.forEach(
        (name, root) ->
            causes.computeIfAbsent(withoutVersion(name), any -> new ArrayList<>()).add(root));
    Map<String, Object> answers = new TreeMap<>();
    for (Map.Entry<String, Root> each : roots.entrySet()) {
      for (Direction direction : Direction.values()) {
        Set<String> related = new TreeSet<>();
        LineageQuery query = query(each.getValue()).direction(direction).build();
        runs.engine().collect(query).nodes().forEach(node -> related.add(key.apply(node)));
        answers.put(direction + " of " + each.getKey(), related);
      }
      LineageQuery query = query(each.getValue()).build();
      causes.forEach(
          (name, cause) ->
              answers.put(
                  "why " + each.getKey() + " " + name,
                  runs.engine().why(query, cause).hops().size()));
    }
    return answers;
  }

  private static String withoutVersion(String name) {
    return name.replaceFirst("\\.v[0-9]+$", "");
  }

  private static LineageQuery.Builder query(Root root) {
    return LineageQuery.builder().root(root);
  }

  /** Returns all processes and object versions, by the names that they have in an export. */
  private static Map<String, Root> roots(LineageReader reader) {
    Map<String, Root> roots = new TreeMap<>();
    for (long id = 1; id <= reader.lastProcess(); id++) {
      roots.put("process:" + id, Root.process(id));
    }
    for (long id = 1; id <= reader.lastObject(); id++) {
      if (isAgent(reader.object(id))) {
        roots.put("agents:" + id, Root.object(id));
        continue;
      }
      List<Long> ends = new ArrayList<>();
      reader.cuts(id, (process, beginLsn, endLsn, timeNanos) -> ends.add(endLsn));
      for (int version = 0; version < ends.size(); version++) {
        roots.put("object:" + id + ".v" + version, Root.object(id, ends.get(version) - 1));
      }
      roots.put("object:" + id + ".v" + ends.size(), Root.object(id));
    }
    return roots;
  }

  private static boolean isAgent(ObjectInfo object) {
    return object != null && object.declaration().kind() == ObjectKind.AGENT;
  }

  /**
   * Returns the processes and object versions of a store that imported an export, by the same
   * names.
   */
  private static Map<String, Root> copiedRoots(LineageReader reader) {
    Map<String, Root> roots = new TreeMap<>();
    for (long id = 1; id <= reader.lastProcess(); id++) {
      roots.put(recorded(reader, id, 0), Root.process(id));
    }
    for (long id = 1; id <= reader.lastObject(); id++) {
      roots.put(recorded(reader, 0, id), Root.object(id));
    }
    return roots;
  }

  private static void record(OperationSink sink, Random random) {
    long[] processes = new long[THINGS];
    long[] objects = new long[THINGS];
    for (int i = 0; i < THINGS; i++) {
      processes[i] = sink.process(ProcessDeclaration.of(i + 1, Bytes.of("/bin/p" + i), 0), 0);
      objects[i] = sink.objectAt(Bytes.of("/w/o\u00e9 " + i), ObjectKind.FILE, 0);
    }
    for (int step = 0; step < 150; step++) {
      long process = processes[random.nextInt(THINGS)];
      long object = objects[random.nextInt(THINGS)];
      int one = random.nextInt(THINGS);
      int other = random.nextInt(THINGS);
      switch (random.nextInt(14)) {
        case 0 -> sink.cut(Phase.WHOLE, process, object, 0);
        case 1 -> derive(sink, objects[one], objects[other]);
        case 2 -> link(sink, random, processes[one], processes[other]);
        case 3 -> sink.access(OperationKind.CLOSE, Phase.WHOLE, process, object, 0, 0);
        case 4 -> {
          sink.exit(processes[one], 0, 0);
          processes[one] = sink.process(ProcessDeclaration.of(99, Bytes.of("/bin/c"), 0), 0);
        }
        default -> access(sink, random, process, object);
      }
    }
  }

  private static void derive(OperationSink sink, long effect, long cause) {
    if (effect != cause) {
      sink.derive(effect, cause, 0, 0);
    }
  }

  private static void link(OperationSink sink, Random random, long effect, long cause) {
    LinkKind kind = LinkKind.values()[random.nextInt(LinkKind.values().length)];
    if (effect != cause) {
      sink.link(kind, effect, cause, 0);
    }
  }

  private static void access(OperationSink sink, Random random, long process, long object) {
    OperationKind kind = ACCESSES[random.nextInt(ACCESSES.length)];
    Phase phase = kind == OperationKind.RENAME ? Phase.WHOLE : Phase.of(random.nextInt(3));
    sink.access(kind, phase, process, object, 1, 0);
  }

  private static void export(Runs runs, Map<String, Root> roots, Path document) throws IOException {
    LineageQuery.Builder query = LineageQuery.builder().maxNodes(1_000_000);
    roots.values().forEach(query::root);
    try (OutputStream out = Files.newOutputStream(document)) {
      Exporters.get("prov-json")
          .write(runs.engine().collect(query.build()), ExportOptions.plain(), out);
    }
  }

  private static String recorded(LineageReader reader, LineageNode node) {
    return node.isProcess() ? recorded(reader, node.id(), 0) : recorded(reader, 0, node.id());
  }

  /** Returns the name in the document. */
  private static String recorded(LineageReader reader, long process, long object) {
    for (ExtendedRecord each : reader.extendedRecords(process, object)) {
      if (each.type().equals(ProvRecords.TYPE)) {
        return json(each).get("id").asText();
      }
    }
    throw new AssertionError("no record of " + process + " " + object);
  }

  private static JsonNode json(ExtendedRecord each) {
    try {
      return new ObjectMapper().readTree(each.data().toArray());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
