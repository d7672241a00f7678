// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.client.report.Recorder;
import org.colophon.client.self.SelfReporter;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageEdge;
import org.colophon.query.store.StoredHistory;

/** Joins texts into one, records that, and prints the lineage: {@code STORE TEXT... TARGET}. */
public final class Summary {
  private Summary() {}

  /** Records and queries. The arguments are at least a store, a text and a target. */
  public static void main(String[] arguments) throws IOException {
    Path store = Path.of(arguments[0]);
    List<Path> files = List.of(arguments).stream().skip(1).map(Path::of).toList();
    Path target = files.get(files.size() - 1);
    record(store, files.subList(0, files.size() - 1), target);
    print(store, target);
  }

  private static void record(Path store, List<Path> texts, Path target) throws IOException {
    try (Recorder recorder = Recorder.embed(store, "rocksdb", "summary")) {
      SelfReporter reporter = new SelfReporter(recorder.sink(), List.of("summary"));
      long words = reporter.create("summary", "words", "the joined texts");
      StringBuilder joined = new StringBuilder();
      for (Path text : texts) {
        joined.append(Files.readString(text));
        reporter.derive(words, reporter.read(text, Files.size(text)));
      }
      Files.writeString(target, joined);
      reporter.derive(reporter.replace(target, Files.size(target)), words);
    }
  }

  private static void print(Path store, Path target) {
    try (StoredHistory history = StoredHistory.open(store)) {
      Lineage lineage = history.lineage(target.toString());
      for (LineageEdge edge : lineage.edges()) {
        System.out.printf(
            "%s %s %s%n",
            lineage.effect(edge).name(), edge.kind(), lineage.cause(edge).name());
      }
    }
  }
}
