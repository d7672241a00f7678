// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.colophon.cli.cypher.AnswerFormat;
import org.colophon.cli.cypher.Parameters;
import org.colophon.cli.fake.FakeGraphFactory;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.BoltEndpoint;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.core.spi.cypher.CypherVocabulary;
import org.colophon.core.spi.storage.StorageConfig;
import org.jline.reader.Candidate;
import org.jline.reader.ParsedLine;
import org.jline.reader.Parser;
import org.jline.terminal.Terminal;
import org.jline.terminal.impl.DumbTerminal;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the prompt on a dumb terminal with a fake engine. */
@Timeout(60)
class PromptTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private CypherEngine engine;
  private int refreshes;

  @BeforeEach
  void openFakeGraph() {
    StorageConfig config = StorageConfig.at(directory.resolve("graph"));
    FakeGraphFactory factory = new FakeGraphFactory();
    factory.create(config).open();
    engine = (CypherEngine) factory.openReader(config);
  }

  private final class OpenStore implements PromptStore {
    @Override
    public CypherEngine engine() {
      return engine;
    }

    @Override
    public long asOf(String text) {
      if (!text.equals("before")) {
        throw new ColophonException(ErrorCode.BAD_REQUEST, "no snapshot is called " + text);
      }
      return 42;
    }

    @Override
    public void refresh() {
      refreshes++;
    }

    @Override
    public String title() {
      return "Cypher on a fake";
    }
  }

  private Prompt prompt(Terminal terminal, Path history) {
    Settings settings =
        new Settings(new Parameters(), AnswerFormat.TABLE, null, false, 0, null, "/");
    return new Prompt(terminal, new OpenStore(), settings, history);
  }

  private Terminal terminal(String typed) throws IOException {
    ByteArrayInputStream in = new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8));
    return new DumbTerminal("test", "dumb", in, out, StandardCharsets.UTF_8);
  }

  /** Returns the screen after typing a text and Ctrl-D. */
  private String output(String typed) throws IOException {
    try (Terminal terminal = terminal(typed)) {
      prompt(terminal, null).run();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void runsStatementsAndLeavesWhenInputEnds() throws IOException {
    assertThat(output("UNWIND 2;\nRETURN $x;\n"))
        .contains("Cypher on a fake", ":help")
        .containsSubsequence("n", "1", "2", "2 rows, ", "1 row, ");
    assertThat(refreshes).isEqualTo(2);
  }

  @Test
  void waitsForSemicolonWhenStatementTakesSeveralLines() throws IOException {
    String shown = output("UNWIND\n\n  3\n;\n");

    assertThat(shown).contains("3 rows").doesNotContain("Invalid input");
  }

  @Test
  void runsSeveralStatementsOfOneLine() throws IOException {
    assertThat(output("UNWIND 2; UNWIND 3;\n")).containsSubsequence("2 rows", "3 rows");
  }

  @Test
  void continuesWhenStatementIsWrong() throws IOException {
    assertThat(output("MATHC;\nUNWIND 1;\n"))
        .containsSubsequence("Invalid input 'MATHC' (line 1, column 1)", "1 row");
  }

  @ParameterizedTest
  @CsvSource({":exit", ":quit", ":exit;"})
  void exitsOnExitCommand(String command) throws IOException {
    assertThat(output(command + "\nUNWIND 1;\n")).doesNotContain("1 row");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        ":help|:param NAME VALUE",
        ":params|no parameters",
        ":param x [1, \"a\"]|$x = [1, 'a']",
        ":param x=1|$x = 1",
        ":param x => {\"a\": 1}|$x = {a: 1}",
        ":param path /tmp/a b;|$path = /tmp/a b",
        ":param|:param NAME VALUE",
        ":format yaml|table, json, csv, dot",
        ":as-of never|no snapshot is called never",
        ":as-of before|as of LSN 42",
        ":schema|relationship types: USED, WAS_GENERATED_BY",
        ":nonsense|there is no command :nonsense; use one of :as-of"
      })
  void executesTheCommand(String command, String said) throws IOException {
    assertThat(output(command + "\n")).contains(said);
  }

  @Test
  void keepsSettingsForLaterStatements() throws IOException {
    assertThat(output(":param x 7\n:format json\n:as-of before\nRETURN $x;\nASOF;\n"))
        .containsSubsequence("\"x\" : 7", "\"asOf\" : 42");
    out.reset();
    assertThat(output(":as-of before\n:as-of now\nASOF;\n")).doesNotContain("\n42");
  }

  @Test
  void warnsWhenAStatementIgnoresAsOf() throws IOException {
    assertThat(output(":as-of before\nUNWIND 1;\nRETURN $asOf;\n:as-of now\nUNWIND 2;\n"))
        .containsOnlyOnce("this statement answers as of now")
        .containsSubsequence("answers as of now", "1 row", "2 rows");
  }

  @Test
  void escapesTerminalCommandsInAnswers() throws IOException {
    assertThat(output("GRAPH;\nTEXT;\n:format csv\nTEXT;\n:format json\nTEXT;\n"))
        .contains("\\u{1b}[2J")
        .doesNotContain("\u001b[2J");
  }

  @Test
  void remembersTypedLines() throws IOException {
    Path history = directory.resolve("history");
    try (Terminal terminal = terminal("UNWIND\n1;\n:params\n")) {
      prompt(terminal, history).run();
    }

    assertThat(Files.readString(history)).contains("UNWIND").contains(":params");
  }

  @Test
  void endsStatementWhenInterrupted() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch cancelled = new CountDownLatch(1);
    CypherEngine usual = engine;
    engine = new Endless(usual, begun, cancelled);
    try (Terminal terminal = terminal("ENDLESS;\nUNWIND 2;\n")) {
      Thread person = new Thread(() -> interrupt(terminal, begun));
      person.start();
      prompt(terminal, null).run();
      person.join();
    }

    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsSubsequence("the statement was cancelled", "2 rows");
  }

  private void interrupt(Terminal terminal, CountDownLatch begun) {
    try {
      begun.await();
      terminal.raise(Terminal.Signal.INT);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "MATCH (n:Fi # File # USED",
        "MATCH ()-[:W # WAS_GENERATED_BY # File",
        "MATCH (n) WHERE n.n # name # File",
        "CALL colophon.a # colophon.ancestors # colophon.object",
        "RETURN colophon.o # object # name",
        "mat # match # MATCH",
        "MAT # MATCH # match",
        "RETURN $p # path # name",
        ":fo # :format # MATCH",
        ":format c # csv # MATCH"
      })
  void offersMatchingWords(String line, String offered, String notOffered) {
    PromptCompleter completer = new PromptCompleter(engine::vocabulary, () -> List.of("path"));
    ParsedLine parsed = new PromptParser().parse(line, line.length(), Parser.ParseContext.COMPLETE);
    List<Candidate> candidates = new ArrayList<>();

    completer.complete(null, parsed, candidates);

    assertThat(candidates.stream().map(Candidate::value))
        .contains(offered)
        .doesNotContain(notOffered);
    assertThat(offered.toLowerCase(Locale.ROOT)).startsWith(parsed.word().toLowerCase(Locale.ROOT));
  }

  /** An engine in which one statement runs until it is cancelled. */
  private record Endless(CypherEngine usual, CountDownLatch begun, CountDownLatch cancelled)
      implements CypherEngine {
    @Override
    public void run(CypherStatement statement, CypherResult result) {
      if (!statement.text().equals("ENDLESS")) {
        usual.run(statement, result);
        return;
      }
      begun.countDown();
      try {
        cancelled.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      throw new ColophonException(ErrorCode.INTERRUPTED, "the statement was cancelled");
    }

    @Override
    public void cancel() {
      cancelled.countDown();
    }

    @Override
    public CypherVocabulary vocabulary() {
      return usual.vocabulary();
    }

    @Override
    public Optional<BoltEndpoint> bolt() {
      return usual.bolt();
    }
  }
}
