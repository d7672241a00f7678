// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.answer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.colophon.core.model.LinkKind.FORK;
import static org.colophon.core.model.OperationKind.READ;
import static org.colophon.core.model.OperationKind.WRITE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.query.SmallStore;
import org.colophon.query.format.CertifiedState;
import org.colophon.query.view.GraphRequest;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;

/**
 * Compares two builds of {@code tally}. A generator turns a word list into a header. The compiler
 * passes a temporary file, of another name each time, to the assembler. The linker names one that
 * no operation is recorded of.
 */
class CompareTest {
  private static final int SOURCES = 3;
  private static final int TALLY = 1;
  private static final int WORDS = 2;
  private static final int MAKEFILE = 3;
  private static final int SCRIPT = 4;
  private static final int GENERATED = 5;
  private static final int HEADER = 6;
  private static final int ECHO = 99;

  private final RecordBatchBuilder history = new RecordBatchBuilder();
  private LineageReader reader;

  private void files() {
    history.file(TALLY, "/w/tally").file(WORDS, "/w/data/stopwords.txt");
    history.file(MAKEFILE, "/w/Makefile").file(SCRIPT, "/w/gen.sh");
    history.file(GENERATED, "/w/words.h").file(HEADER, "/w/common.h");
    for (int i = 0; i < SOURCES; i++) {
      history.file(10 + i, "/w/s" + i + ".c").file(20 + i, "/w/s" + i + ".o");
    }
  }

  /** Records a build. Later builds cut off the results of earlier ones. */
  private void build(int base) {
    int make = base;
    history.process(make, "/usr/bin/make").access(READ, make, MAKEFILE, 1);
    int generator = start(make, base + 1, "/bin/sh", "gen.sh");
    history.access(READ, generator, SCRIPT, 1).access(READ, generator, WORDS, 1);
    rewrite(generator, GENERATED);
    for (int i = 0; i < SOURCES; i++) {
      String temporary = "/tmp/cc" + Integer.toString(base * 7919 + i, 36) + ".s";
      history.file(base + 50 + i, temporary);
      int compiler =
          start(make, base + 10 + i, "/usr/libexec/cc1", "s" + i + ".c", "-o", temporary);
      history.access(READ, compiler, 10 + i, 1).access(READ, compiler, HEADER, 1);
      if (i > 0) {
        history.access(READ, compiler, GENERATED, 1);
      }
      history.access(WRITE, compiler, base + 50 + i, 1);
      int assembler = start(make, base + 20 + i, "/usr/bin/as", temporary, "-o", "s" + i + ".o");
      history.access(READ, assembler, base + 50 + i, 1);
      rewrite(assembler, 20 + i);
      history.unbind(compiler, temporary);
    }
    String resolution = "-fresolution=/tmp/cc%06d.res".formatted(base);
    int linker = start(make, base + 30, "/usr/bin/ld", resolution, "-o", "tally");
    for (int i = 0; i < SOURCES; i++) {
      history.access(READ, linker, 20 + i, 1);
    }
    rewrite(linker, TALLY);
  }

  private void rewrite(int process, int object) {
    history.cut(process, object).access(WRITE, process, object, 1);
  }

  private int start(int parent, int id, String... words) {
    List<Bytes> arguments = new ArrayList<>();
    List.of(words).forEach(each -> arguments.add(Bytes.of(each)));
    history.process(
        id,
        new ProcessDeclaration(
            Bytes.of("p" + id), id, arguments.get(0), arguments, Bytes.of("/w"), id));
    history.link(FORK, id, parent);
    return id;
  }

  /** Records two builds, between which a program appends to the word list. */
  private void recordTwice() {
    files();
    build(1000);
    history.snapshot("first");
    history.process(ECHO, "/bin/echo").access(WRITE, ECHO, WORDS, 1);
    build(2000);
  }

  private Answers answers(String format) {
    reader = reader == null ? SmallStore.of(history) : reader;
    AnswerStyle style =
        new AnswerStyle(
            format, false, 0, Path.of("/w"), ZoneOffset.UTC, Path.of("/none"), CertifiedState.NONE);
    return new Answers(reader, Instant.EPOCH, style, null);
  }

  private static String text(Answer answer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    answer.body().write(out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private JsonNode compare(String first, String second, String... expanded) throws IOException {
    GraphRequest request = new GraphRequest(List.of(expanded), List.of());
    LineageFilter filter = new LineageFilter(false, List.of(), false, null);
    return new ObjectMapper()
        .readTree(text(answers("json").compare(first, second, 10_000, filter, request)));
  }

  private static JsonNode node(JsonNode json, String title) {
    for (JsonNode each : json.get("nodes")) {
      if (each.get("label").asText().equals(title)) {
        return each;
      }
    }
    throw new AssertionError("no node " + title + " in " + json);
  }

  private static List<String> titles(JsonNode json, String field, String value) {
    List<String> found = new ArrayList<>();
    for (JsonNode each : json.get("nodes")) {
      if (each.path(field).asText().equals(value)) {
        found.add(each.get("label").asText());
      }
    }
    return found;
  }

  @Test
  void namesOnlyTheChangedInputAsCause() throws IOException {
    recordTwice();
    JsonNode json = compare("/w/tally@first", "/w/tally");
    assertThat(titles(json, "cause", "true")).containsExactly("data/stopwords.txt");
    assertThat(titles(json, "change", "changed"))
        .contains("data/stopwords.txt", "words.h", "tally")
        .doesNotContain("Makefile", "gen.sh", "common.h");
    assertThat(titles(json, "change", "left")).isEmpty();
    assertThat(titles(json, "change", "right")).containsExactly("echo");
    JsonNode words = node(json, "data/stopwords.txt");
    assertThat(words.get("left").asText()).isEqualTo("object:2");
    assertThat(words.get("right").asText()).isEqualTo("object:2");
    assertThat(json.at("/differences/changed")).hasSize(1);
    assertThat(json.at("/differences/changed/0/first/name").asText()).contains("stopwords");
    assertThat(json.at("/differences/onlyInFirst")).isEmpty();
    assertThat(json.at("/differences/onlyInSecond")).isEmpty();
  }

  @Test
  void marksEdgesOfOneSide() throws IOException {
    recordTwice();
    JsonNode json = compare("/w/tally@first", "/w/tally");
    assertThat(json.get("edgeChanges")).hasSameSizeAs(json.get("edges"));
    for (int i = 0; i < json.get("edges").size(); i++) {
      JsonNode cause = json.get("nodes").get(json.get("edges").get(i).get(0).asInt());
      boolean isOfEcho = cause.get("label").asText().equals("echo");
      assertThat(json.get("edgeChanges").get(i).asInt()).isEqualTo(isOfEcho ? 2 : 0);
    }
  }

  @Test
  void reportsOnlyTheChangedInputInText() throws IOException {
    recordTwice();
    LineageFilter filter = new LineageFilter(false, List.of(), false, null);
    String text = text(answers("text").diff("/w/tally@first", "/w/tally", 10_000, filter));
    assertThat(text.lines())
        .filteredOn(line -> line.startsWith("  "))
        .hasSize(2)
        .anyMatch(line -> line.startsWith("  * data/stopwords.txt"))
        .anyMatch(line -> line.startsWith("  + /bin/echo"));
    assertThat(text).doesNotContain("/tmp/");
  }

  @Test
  void joinsEverythingOfTheSameState() throws IOException {
    recordTwice();
    JsonNode json = compare("/w/tally", "/w/tally");
    for (JsonNode each : json.get("nodes")) {
      assertThat(each.has("change")).as("%s", each).isFalse();
    }
    assertThat(json.at("/differences/equal").asBoolean()).isTrue();
  }

  @Test
  void marksNodesThatOnlyOneSideHas() throws IOException {
    files();
    build(1000);
    history.snapshot("first").file(7, "/w/extra.o");
    build(2000);
    history.access(READ, 2030, 7, 1).access(WRITE, 2030, TALLY, 1);
    JsonNode json = compare("/w/tally@first", "/w/tally");
    assertThat(titles(json, "change", "right")).containsExactly("extra.o");
    assertThat(node(json, "extra.o").has("left")).isFalse();
    assertThat(titles(compare("/w/tally", "/w/tally@first"), "change", "left"))
        .containsExactly("extra.o");
    assertThat(titles(json, "change", "changed")).containsExactly("tally");
    assertThat(titles(json, "cause", "true")).isEmpty();
  }
}
