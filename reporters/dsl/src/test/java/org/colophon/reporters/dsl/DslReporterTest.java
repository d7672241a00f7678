// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.model.fact.ProcessInfo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs feeds through a real kernel and queries the result. */
@Timeout(120)
class DslReporterTest {
  @TempDir private Path directory;

  private Runs runs;

  @BeforeEach
  void open() {
    runs = new Runs(directory.resolve("store"));
  }

  @AfterEach
  void close() {
    runs.close();
  }

  private Path feed(String text) throws IOException {
    return Files.writeString(directory.resolve("feed.txt"), text);
  }

  private static String sample() throws IOException {
    try (InputStream sample = DslReporterTest.class.getResourceAsStream("/feeds/audit.dsl")) {
      return new String(sample.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void answersLineageOfFeedOfSpadesAuditReporter() throws IOException {
    runs.run("dsl", Map.of("from", feed(sample()).toString()));
    assertThat(runs.kernel.status().refused()).isZero();
    runs.settle();
    assertThat(runs.ancestors("/home/ann/report.txt"))
        .contains("/home/ann/data.csv", "/usr/bin/sort", "/usr/bin/awk", "/bin/bash")
        .contains("dsl:12")
        .doesNotContain("/home/ann/later.csv", "/home/ann/secret.txt", "/bin/cat");
    assertThat(runs.ancestors("/home/ann/copy.txt"))
        .contains("/home/ann/secret.txt", "/bin/cat")
        .doesNotContain("/home/ann/data.csv");
  }

  @Test
  void acceptsLastLineWithoutTerminator() throws IOException {
    Path file =
        feed(
            "type:Process id:1 name:p\ntype:Artifact id:2 path:/f\ntype:WasGeneratedBy from:2 to:1");
    runs.run("dsl", Map.of("from", file.toString()));
    assertThat(runs.ancestors("/f")).containsExactly("p");
  }

  @Test
  void recordsNothingWhenSameContentIsImportedAgain() throws IOException {
    Path copy = Files.writeString(directory.resolve("copy.txt"), sample());
    runs.run("dsl", Map.of("from", feed(sample()).toString()));
    long reported = runs.kernel.status().reported();
    runs.run("dsl", Map.of("from", copy.toString()));
    assertThat(runs.kernel.status().reported()).isEqualTo(reported);
    runs.run("dsl", Map.of("from", copy.toString(), "annotations", "all"));
    assertThat(runs.kernel.status().reported()).isGreaterThan(reported);
  }

  @Test
  void readsStandardInput() throws IOException {
    InputStream before = System.in;
    System.setIn(new ByteArrayInputStream(sample().getBytes(StandardCharsets.UTF_8)));
    try {
      runs.run("dsl", Map.of("from", "-"));
    } finally {
      System.setIn(before);
    }
    assertThat(runs.object("/home/ann/report.txt")).isPositive();
  }

  @Test
  void stopsWhileStandardInputIsSilent() throws IOException {
    InputStream before = System.in;
    try (PipedOutputStream silent = new PipedOutputStream()) {
      System.setIn(new PipedInputStream(silent));
      ReporterHandle handle = runs.attach("dsl", Map.of("from", "-"));
      handle.stop();
      Runs.await("the reporter's end", () -> !handle.isRunning());
      assertThat(handle.failure()).isEmpty();
    } finally {
      System.setIn(before);
    }
  }

  @Test
  void recordsArtifactWithoutTimeAtTimeOfLineBefore() throws IOException {
    Path file = feed("type:Process id:1 name:p start\\ time:100.5\ntype:Artifact id:2 path:/f\n");
    runs.run("dsl", Map.of("from", file.toString()));
    long lsn = runs.reader().object(runs.object("/f")).declaredLsn();
    assertThat(runs.reader().timeAt(lsn)).isEqualTo(100_500_000_000L);
  }

  @Test
  void refusesAnnotationOfHundredMegabytesAndKeepsItsNeighbours() throws IOException {
    Path file = directory.resolve("feed.txt");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write("type:Process id:p name:p\ntype:Artifact id:big note:".getBytes(US_ASCII));
      byte[] part = "x".repeat(1_000_000).getBytes(US_ASCII);
      for (int i = 0; i < 100; i++) {
        out.write(part);
      }
      out.write("\ntype:Artifact id:a path:/f\n".getBytes(US_ASCII));
      out.write("type:WasGeneratedBy from:a to:p\n".getBytes(US_ASCII));
    }
    runs.run("dsl", Map.of("from", file.toString()));
    assertThat(runs.kernel.status().refused()).isEqualTo(1);
    assertThat(runs.reader().gaps()).hasSize(1);
    assertThat(runs.ancestors("/f")).containsExactly("p");
  }

  @Test
  void keepsGoodLinesAmongHundredThousandBadOnes() throws IOException {
    StringBuilder text = new StringBuilder("type:Process id:p name:p\n");
    String[] bad = {
      "garbage", "type:Used from:p to:none", "type:\0 id:1", "::::", "type:Used from:p", "\\"
    };
    for (int i = 0; i < 100_000; i++) {
      text.append(bad[i % bad.length]).append('\n');
      if (i % 100 == 0) {
        text.append("type:Artifact id:").append(i).append(" path:/n/").append(i).append('\n');
        text.append("type:Used from:p to:").append(i).append('\n');
      }
    }
    text.append("type:Artifact id:o path:/out\ntype:WasGeneratedBy from:o to:p\n");
    runs.run("dsl", Map.of("from", feed(text.toString()).toString()));
    assertThat(runs.kernel.status().refused()).isEqualTo(100_000);
    assertThat(runs.ancestors("/out")).hasSize(1001);
    long bytes = Files.size(directory.resolve("feed.txt"));
    assertThat(runs.kernel.reader("memory").gaps().size()).isLessThan((int) (bytes >> 16));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Dear Ann,\n\nplease find the data attached.\n",
        "hello",
        "7 openat(AT_FDCWD, \"a\", O_RDONLY) = 3\n7 +++ exited with 0 +++\n",
        "{\n  \"type\": \"Process\"\n}\n",
        "\u0089PNG\r\n\u001a\n\0\0\0\rIHDR"
      })
  void rejectsForeignFileAsWhole(String text) throws IOException {
    Path file = feed(text);
    assertThatThrownBy(() -> runs.run("dsl", Map.of("from", file.toString())))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("is not a feed in SPADE's DSL");
    assertThatThrownBy(() -> runs.run("prov-json", Map.of("from", file.toString())))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("is not a PROV-JSON document");
    assertThat(runs.kernel.status().refused()).isZero();
    assertThat(runs.reader().gaps()).as("gaps of the rejected file").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n  \n",
        "# what follows is a feed\n\ntype:Process id:1 name:n",
        "\ufefftype:Process id:1 name:n\n"
      })
  void acceptsFeedWithBlankOrForeignFirstLines(String text) throws IOException {
    runs.run("dsl", Map.of("from", feed(text).toString()));
    assertThat(runs.kernel.status().refused()).isEqualTo(text.startsWith("#") ? 1 : 0);
    assertThat(programs().size()).isEqualTo(text.isBlank() ? 0 : 1);
  }

  @Test
  void acceptsLineLongerThanCheckedHead() throws IOException {
    String text = "note:" + "n".repeat(100_000) + " type:Process id:1 name:n\n";
    runs.run("dsl", Map.of("from", feed(text).toString()));
    assertThat(programs()).hasSize(1);
    assertThat(runs.kernel.status().refused()).isZero();
  }

  @Test
  void acceptsLongLineAfterInvalidOne() throws IOException {
    String text = "# a feed\ntype:Process id:1 name:n note:" + "n".repeat(100_000) + "\n";
    runs.run("dsl", Map.of("from", feed(text).toString()));
    assertThat(programs()).hasSize(1);
    assertThat(runs.kernel.status().refused()).isEqualTo(1);
  }

  @Test
  void acceptsPartlyUnknownDocumentWithOneKnownSection() throws IOException {
    String text = "{'comment': {}, 'entity': {'http://e/a': {}}}".replace('\'', '"');
    runs.run("prov-json", Map.of("from", feed(text).toString()));
    assertThat(runs.kernel.status().refused()).isEqualTo(1);
    assertThat(runs.reader().gaps()).hasSize(1);
    assertThat(runs.object("http://e/a")).isPositive();
  }

  @Test
  void followsFileThatGrowsIsTruncatedAndIsReplaced() throws IOException {
    Path file = feed("type:Process id:p name:p\ntype:Artifact id:o path:/o\n");
    ReporterHandle handle = runs.attach("dsl", Map.of("from", file.toString(), "follow", "true"));
    Runs.await("the first lines", () -> runs.object("/o") > 0);
    append(file, "type:Artifact id:a pa");
    append(file, "th:/a\n");
    Runs.await("a line in two pieces", () -> runs.object("/a") > 0);
    Files.writeString(file, "type:Artifact id:b path:/b\n");
    Runs.await("a file written anew", () -> runs.object("/b") > 0);
    Files.move(file, directory.resolve("feed.1"));
    Files.writeString(file, "type:Artifact id:c path:/c\ntype:Used from:p to:c\n");
    Runs.await("a file in its place", () -> runs.object("/c") > 0);
    handle.stop();
    handle.await();
    assertThat(handle.failure()).isEmpty();
    assertThat(runs.kernel.status().refused()).isZero();
  }

  @Test
  void readsLongerRewrittenFileFromStart() throws IOException {
    Path file = feed("type:Artifact id:old path:/old\n");
    ReporterHandle handle = runs.attach("dsl", Map.of("from", file.toString(), "follow", "true"));
    for (int i = 0; i < 5; i++) {
      String last = i == 0 ? "/old" : "/last/" + (i - 1);
      Runs.await(last, () -> runs.object(last) > 0);
      String first = "/first/" + i;
      StringBuilder text = new StringBuilder("type:Artifact id:f path:" + first + "\n");
      for (int line = 0; line < 10 * (i + 1); line++) {
        text.append("type:Artifact id:m%d path:/m/%d/%d\n".formatted(line, i, line));
      }
      text.append("type:Artifact id:l path:/last/" + i + "\n");
      Files.writeString(file, text); // in one call, so that no reader sees a partly written file
      Runs.await(first, () -> runs.object(first) > 0);
    }
    handle.stop();
    handle.await();
    assertThat(handle.failure()).isEmpty();
    assertThat(runs.kernel.status().refused()).isZero();
  }

  @Test
  void readsRewrittenFileOfSameLength() throws IOException {
    Path file = feed("type:Artifact id:a path:/old\n");
    ReporterHandle handle = runs.attach("dsl", Map.of("from", file.toString(), "follow", "true"));
    Runs.await("the first line", () -> runs.object("/old") > 0);
    // Overwritten without truncation, so that no reader sees a shorter file.
    Files.writeString(file, "type:Artifact id:a path:/new\n", StandardOpenOption.WRITE);
    Runs.await("the other line", () -> runs.object("/new") > 0);
    handle.stop();
    handle.await();
    assertThat(handle.failure()).isEmpty();
    assertThat(runs.kernel.status().refused()).isZero();
  }

  @Test
  void readsLateWritesToRotatedFile() throws IOException {
    Path file = feed("type:Artifact id:0 path:/late/0\n");
    ReporterHandle handle = runs.attach("dsl", Map.of("from", file.toString(), "follow", "true"));
    Runs.await("the first line", () -> runs.object("/late/0") > 0);
    try (OutputStream writer = Files.newOutputStream(file, StandardOpenOption.APPEND)) {
      Files.move(file, directory.resolve("feed.txt.1"));
      late(writer, 1);
      Files.createFile(file); // like logrotate before it signals the writer
      late(writer, 21);
    }
    append(file, "type:Artifact id:new path:/new\n");
    Runs.await("the new file", () -> runs.object("/new") > 0);
    handle.stop();
    handle.await();
    assertThat(handle.failure()).isEmpty();
    assertThat(runs.kernel.status().refused()).isZero();
  }

  /**
   * Writes lines one by one. Waits after each line until the reader has reached the end and checked
   * the names of the files.
   */
  private void late(OutputStream writer, int from) throws IOException {
    for (int i = from; i < from + 20; i++) {
      String name = "/late/" + i;
      writer.write("type:Artifact id:%d path:%s\n".formatted(i, name).getBytes(US_ASCII));
      Runs.await(name, () -> runs.object(name) > 0);
    }
  }

  @Test
  void keepsDocumentWithTooLongName() throws IOException {
    String tooLong = "/" + "n".repeat(70_000);
    Path document =
        feed(
            "{'prefix': {'ex': 'urn:ex:'}, 'entity': {'ex:long': {'prov:label': '%s'}},"
                    .replace('\'', '"')
                    .formatted(tooLong)
                + ("'used': {'_:1': {'prov:activity': 'ex:p', 'prov:entity': 'ex:long'},"
                        + " '_:2': {'prov:activity': 'ex:p', 'prov:entity': 'ex:in'}},"
                        + " 'wasGeneratedBy': {'_:3': {'prov:entity': 'ex:out',"
                        + " 'prov:activity': 'ex:p'}}}")
                    .replace('\'', '"'));
    runs.run("prov-json", Map.of("from", document.toString()));
    assertThat(runs.ancestors("urn:ex:out")).contains("urn:ex:in", "urn:ex:long");
    assertThat(runs.kernel.status().refused()).isEqualTo(1);
    assertThat(runs.reader().gaps()).hasSize(1);
  }

  private static final String ITEM =
      "type:Process id:p%1$d name:n%1$d\ntype:Artifact id:a%1$d path:/a/%1$d\n"
          + "type:Artifact id:x%1$d name:x%1$d\ntype:WasGeneratedBy from:a%1$d to:p%1$d\n"
          + "type:Used from:p%2$d to:x%1$d\n";

  private static void item(Path file, int number, int reader) throws IOException {
    String text = ITEM.formatted(number, reader);
    Files.writeString(
        file,
        text,
        java.nio.file.StandardOpenOption.CREATE,
        java.nio.file.StandardOpenOption.APPEND);
  }

  /** Follows the file until an object has a name, then stops. */
  private void followUntil(Path file, String name) {
    ReporterHandle handle = runs.attach("dsl", Map.of("from", file.toString(), "follow", "true"));
    Runs.await(name, () -> runs.object(name) > 0 || !handle.isRunning());
    handle.stop();
    handle.await();
    assertThat(handle.failure()).isEmpty();
    assertThat(runs.object(name)).isPositive();
  }

  private Set<String> programs() {
    runs.kernel.drain();
    Set<String> programs = new TreeSet<>();
    for (long process = 1; process <= runs.reader().lastProcess(); process++) {
      ProcessInfo info = runs.reader().process(process);
      if (info != null) {
        assertThat(programs.add(info.declaration().executable().toString())).isTrue();
      }
    }
    return programs;
  }

  @Test
  void resumesWithKnownIds() throws IOException {
    Path file = directory.resolve("feed.txt");
    item(file, 1, 1);
    followUntil(file, "dsl:x1");
    item(file, 2, 1);
    followUntil(file, "dsl:x2");
    append(file, "type:Artifact id:o path:/o\ntype:WasGeneratedBy from:o to:p1\n");
    append(file, "type:Artifact id:end path:/end\n");
    followUntil(file, "/end");
    assertThat(programs()).containsExactly("n1", "n2");
    assertThat(runs.ancestors("/o")).contains("n1", "dsl:x1", "dsl:x2");
    assertThat(runs.kernel.status().refused()).isZero();
  }

  @Test
  void readsFilesRotatedWhileStopped() throws IOException {
    Path file = directory.resolve("feed.txt");
    item(file, 1, 1);
    followUntil(file, "dsl:x1");
    item(file, 2, 1);
    Files.move(file, directory.resolve("feed.txt.1"));
    item(file, 3, 2);
    Files.move(directory.resolve("feed.txt.1"), directory.resolve("feed.txt.2"));
    Files.move(file, directory.resolve("feed.txt.1"));
    item(file, 4, 3);
    followUntil(file, "dsl:x4");
    item(file, 5, 1);
    followUntil(file, "dsl:x5");
    assertThat(programs()).containsExactly("n1", "n2", "n3", "n4", "n5");
    assertThat(runs.kernel.status().refused()).isZero();
    assertThat(runs.reader().gaps()).isEmpty();
  }

  @Test
  void reportsLossOfTruncatedOrDeletedFile() throws IOException {
    Path file = directory.resolve("feed.txt");
    item(file, 1, 1);
    followUntil(file, "dsl:x1");
    Files.writeString(file, "# " + "x".repeat(500) + "\n");
    item(file, 2, 2);
    followUntil(file, "dsl:x2");
    runs.kernel.drain();
    assertThat(runs.reader().gaps()).hasSize(2); // the truncation, and a malformed line
    Files.delete(file);
    item(directory.resolve("other"), 3, 3);
    Files.move(directory.resolve("other"), file);
    followUntil(file, "dsl:x3");
    assertThat(programs()).containsExactly("n1", "n2", "n3");
    assertThat(runs.reader().gaps()).hasSize(3);
  }

  @Test
  void reportsLossOfLastOfSeveralFiles() throws IOException {
    Path file = directory.resolve("feed.txt");
    item(file, 1, 1);
    followUntil(file, "dsl:x1");
    Files.move(file, directory.resolve("feed.txt.1"));
    item(file, 2, 1);
    followUntil(file, "dsl:x2");
    Files.delete(file);
    item(directory.resolve("other"), 3, 1);
    Files.move(directory.resolve("other"), file);
    followUntil(file, "dsl:x3");
    assertThat(programs()).containsExactly("n1", "n2", "n3");
    assertThat(runs.reader().gaps()).hasSize(1);
    assertThat(runs.kernel.status().refused()).isEqualTo(1);
  }

  @Test
  void reportsNoLossOfCompletelyReadDeletedFile() throws IOException {
    Path file = directory.resolve("feed.txt");
    item(file, 1, 1);
    ReporterHandle handle = runs.attach("dsl", Map.of("from", file.toString(), "follow", "true"));
    Runs.await("the first lines", () -> runs.object("dsl:x1") > 0);
    Files.move(file, directory.resolve("feed.txt-20240101")); // as logrotate's dateext
    Files.createFile(file);
    String key = "ino=" + Files.getAttribute(file, "unix:ino") + ")";
    Runs.await(
        "a place in the new file",
        () -> runs.kernel.position("dsl " + file).toString().contains(key));
    append(directory.resolve("feed.txt-20240101"), "type:Artifact id:l path:/late\n");
    Runs.await("what was written late", () -> runs.object("/late") > 0);
    Runs.await(
        "a place in the new file again",
        () -> runs.kernel.position("dsl " + file).toString().contains(key));
    handle.stop();
    handle.await();
    assertThat(handle.failure()).isEmpty();
    item(file, 2, 2);
    followUntil(file, "dsl:x2");
    assertThat(programs()).containsExactly("n1", "n2");
    assertThat(runs.reader().gaps()).isEmpty();
    assertThat(runs.kernel.status().refused()).isZero();
  }

  private static void append(Path file, String text) throws IOException {
    Files.writeString(file, text, java.nio.file.StandardOpenOption.APPEND);
  }

  @Test
  void reportsProblemOfFile() {
    assertThatThrownBy(() -> runs.run("dsl", Map.of("from", directory + "/none")))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    assertThatThrownBy(() -> runs.run("dsl", Map.of("from", directory.toString())))
        .hasMessageContaining("directory");
  }

  private Path emptyPipe() throws IOException, InterruptedException {
    Path pipe = directory.resolve("fifo");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    return pipe;
  }

  @ParameterizedTest
  @ValueSource(strings = {"dsl", "prov-json"})
  void stopsWhilePipeHasNoWriter(String reporter) throws Exception {
    ReporterHandle handle = runs.attach(reporter, Map.of("from", emptyPipe().toString()));
    Runs.await("the wait for a writer", () -> isAlive("colophon-open"));
    handle.stop();
    Runs.await("the reporter's end", () -> !handle.isRunning());
    assertThat(handle.failure()).isEmpty();
    Runs.await("the end of its thread", () -> !isAlive("colophon-open"));
  }

  private static boolean isAlive(String thread) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(thread));
  }

  @ParameterizedTest
  @ValueSource(strings = {"dsl", "prov-json"})
  void stopsWhileWriterOfPipeIsSilent(String reporter) throws Exception {
    Path pipe = emptyPipe();
    ReporterHandle handle = runs.attach(reporter, Map.of("from", pipe.toString()));
    try (OutputStream silent = Files.newOutputStream(pipe)) {
      silent.flush();
      handle.stop();
      Runs.await("the reporter's end", () -> !handle.isRunning());
    }
    assertThat(handle.failure()).isEmpty();
  }

  @Test
  void readsPipeToEndIfWriterComesLate() throws Exception {
    Path pipe = emptyPipe();
    ReporterHandle handle = runs.attach("dsl", Map.of("from", pipe.toString()));
    Files.writeString(pipe, "type:Artifact id:a path:/late\n");
    handle.await();
    runs.kernel.drain();
    assertThat(handle.failure()).isEmpty();
    assertThat(runs.object("/late")).isPositive();
  }

  @Test
  void suggestsPipeOptionForFollowedPipe() throws Exception {
    String pipe = emptyPipe().toString();
    assertThatThrownBy(() -> runs.run("dsl", Map.of("from", pipe, "follow", "true")))
        .hasMessageContaining("pipe=" + pipe);
  }
}
