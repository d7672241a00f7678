package org.colophon.benchmarks.neo4j;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The measurements. Each runs in a separate Java process. */
enum Measure {
  INGESTION("operations/s", "of bare writes") {
    @Override
    List<Map<String, Object>> run(Stores stores, int rounds, Consumer<String> progress) {
      return new Ingestion(stores, progress).run(rounds);
    }
  },
  REPORTERS("operations/s", "of reporters alone") {
    @Override
    List<Map<String, Object>> run(Stores stores, int rounds, Consumer<String> progress) {
      return new Reporters(stores, progress).run(rounds);
    }
  },
  LINEAGE("us a lineage", "of RocksDB's time") {
    @Override
    List<Map<String, Object>> run(Stores stores, int rounds, Consumer<String> progress) {
      return new Lineages(stores, progress).run(rounds);
    }
  },
  MEMORY(null, null) {
    @Override
    List<Map<String, Object>> run(Stores stores, int rounds, Consumer<String> progress) {
      return List.of(new MemoryUse(stores).run());
    }
  };

  /** Column with the subject of a row. */
  static final String SUBJECT = "what";

  private final String compared;
  private final String ratio;

  Measure(String compared, String ratio) {
    this.compared = compared;
    this.ratio = ratio;
  }

  /**
   * Runs the phase. Returns all runs, alternating between subjects; {@link #SUBJECT} has the
   * subject of each.
   */
  abstract List<Map<String, Object>> run(Stores stores, int rounds, Consumer<String> progress);

  /** Returns the name of the result file. */
  String resultName() {
    return "neo4j-" + name().toLowerCase(Locale.ROOT);
  }

  /** Returns the rows with an additional column: the ratio to the first row. */
  List<Map<String, Object>> compared(List<Map<String, Object>> rows) {
    if (compared == null) {
      return rows;
    }
    double first = ((Number) rows.get(0).get(compared)).doubleValue();
    List<Map<String, Object>> with = new ArrayList<>();
    for (Map<String, Object> row : rows) {
      Map<String, Object> copy = new LinkedHashMap<>(row);
      copy.put(ratio, ((Number) row.get(compared)).doubleValue() / first);
      with.add(copy);
    }
    return with;
  }
}
