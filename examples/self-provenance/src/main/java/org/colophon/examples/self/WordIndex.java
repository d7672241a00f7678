// SPDX-License-Identifier: Apache-2.0
package org.colophon.examples.self;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.protocol.SourceName;
import org.colophon.client.report.Recorder;
import org.colophon.client.self.SelfReporter;

/** Indexes the words of texts: {@code (--embed | --service) STORE TEXT... INDEX}. */
public final class WordIndex {
  private final SelfReporter reporter;

  private WordIndex(SelfReporter reporter) {
    this.reporter = reporter;
  }

  /** Makes the index, and records how it was made. */
  public static void main(String[] arguments) throws IOException {
    List<String> given = List.of(arguments);
    if (given.size() < 4 || !List.of("--embed", "--service").contains(given.get(0))) {
      System.err.println("usage: WordIndex (--embed | --service) STORE TEXT... INDEX");
      System.exit(2);
    }
    try (Recorder recorder = recorder(given.get(0), Path.of(given.get(1)))) {
      List<Path> files = given.stream().skip(2).map(Path::of).toList();
      SelfReporter reporter = new SelfReporter(recorder.sink(), given);
      new WordIndex(reporter).make(files.subList(0, files.size() - 1), files.get(files.size() - 1));
    }
  }

  /** Opens the recorder; nothing else depends on the choice of the destination. */
  private static Recorder recorder(String how, Path store) {
    if (how.equals("--embed")) {
      return Recorder.embed(store, "rocksdb", "word-index");
    }
    String source = SourceName.RUN_PREFIX + "word-index-" + ProcessHandle.current().pid();
    return Recorder.connect(ServiceConnection.ofStore(store).orElseThrow(), source);
  }

  private void make(List<Path> texts, Path target) throws IOException {
    long index = reporter.create("index", "words", "the index of words");
    Map<String, TreeSet<String>> words = new TreeMap<>();
    for (Path text : texts) {
      String content = Files.readString(text);
      reporter.derive(index, reporter.read(text, Files.size(text)));
      Stream.of(content.split("\\W+"))
          .filter(word -> !word.isEmpty())
          .forEach(word -> words.computeIfAbsent(word, key -> new TreeSet<>()).add("" + text));
    }
    reporter.annotate(index, "text/plain", words.size() + " words");
    Files.writeString(target, words.toString());
    reporter.derive(reporter.replace(target, Files.size(target)), index);
    reporter.awaitDurable();
  }
}
