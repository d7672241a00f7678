package org.colophon.reporters.dsl.prov;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.colophon.core.kernel.SinkOptions;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageNode;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.export.ExportOptions;
import org.colophon.query.export.Exporters;
import org.colophon.reporters.dsl.Runs;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Colophon exports as PROV-JSON and reads again has the same ancestors. */
class ProvRoundTripTest {
  private static final int THINGS = 8;
  private static final OperationKind[] ACCESSES = {
    OperationKind.READ, OperationKind.WRITE, OperationKind.LOAD, OperationKind.RENAME
  };

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
  void shouldHaveTheSameAncestorsWhenReadAgain(int seed) throws IOException {
    Path document = folder.resolve("export.json");
    Map<String, Set<String>> before = new HashMap<>();
    try (Runs original = new Runs(folder.resolve("original"))) {
      record(original.kernel.newSink("test", SinkOptions.DEFAULT), new Random(seed));
      original.kernel.drain();
      original.settle();
      export(original, document);
      for (long id = 1; id <= original.reader().lastObject(); id++) {
        Lineage lineage = ancestors(original, id);
        before.put(own(lineage.nodes().get(0)), names(lineage, ProvRoundTripTest::own));
      }
    }
    try (Runs copy = new Runs(folder.resolve("copy"))) {
      copy.run("prov-json", Map.of("from", document.toString()));
      assertThat(copy.kernel.status().refused()).isZero();
      copy.settle();
      compare(copy, before);
    }
  }

  private static void compare(Runs copy, Map<String, Set<String>> before) throws IOException {
    Map<String, Long> ids = new HashMap<>();
    for (long id = 1; id <= copy.reader().lastObject(); id++) {
      ids.put(recorded(copy.reader(), 0, id), id);
    }
    for (Map.Entry<String, Set<String>> each : before.entrySet()) {
      Lineage lineage = ancestors(copy, ids.get(each.getKey()));
      Set<String> now = names(lineage, node -> recorded(copy.reader(), node));
      assertThat(now).as(each.getKey()).isEqualTo(each.getValue());
    }
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
      switch (random.nextInt(12)) {
        case 0 -> sink.cut(Phase.WHOLE, process, object, 0);
        case 1 -> derive(sink, objects[one], objects[other]);
        case 2 -> link(sink, random, processes[one], processes[other]);
        default -> access(sink, random, process, object);
      }
    }
    sink.flush();
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
    sink.access(kind, Phase.WHOLE, process, object, 1, 0);
  }

  private static void export(Runs runs, Path document) throws IOException {
    LineageQuery.Builder query = LineageQuery.builder().maxNodes(1_000_000);
    for (long id = 1; id <= runs.reader().lastObject(); id++) {
      query.root(Root.object(id));
    }
    for (long id = 1; id <= runs.reader().lastProcess(); id++) {
      query.root(Root.process(id));
    }
    try (OutputStream out = Files.newOutputStream(document)) {
      Exporters.get("prov-json")
          .write(runs.engine().collect(query.build()), ExportOptions.plain(), out);
    }
  }

  private static Lineage ancestors(Runs runs, long object) {
    return runs.engine().collect(LineageQuery.builder().root(Root.object(object)).build());
  }

  private static Set<String> names(Lineage lineage, Function<LineageNode, String> name) {
    Set<String> names = new TreeSet<>();
    lineage.nodes().forEach(node -> names.add(name.apply(node)));
    return names;
  }

  private static String own(LineageNode node) {
    return node.isProcess() ? node.target() : node.target() + ".v" + node.version();
  }

  private static String recorded(LineageReader reader, LineageNode node) {
    return node.isProcess() ? recorded(reader, node.id(), 0) : recorded(reader, 0, node.id());
  }

  /** What the document called a thing. */
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
