// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.base.Invocation;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.config.Store;
import org.colophon.cli.output.Console;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests help and usage errors of all commands, and stores that cannot be opened. */
class ColophonTest {
  @TempDir private Path directory;

  private CommandTester tester;

  @BeforeEach
  void makeTester() {
    tester = new CommandTester(directory);
  }

  static Stream<String> commands() {
    CommandTester any = new CommandTester(Path.of("/"));
    String help = any.run("--help").out();
    return CommandLines.names(help).stream();
  }

  @ParameterizedTest
  @MethodSource("commands")
  void hasHelpWithExamples(String command) {
    Outcome outcome = tester.run(command, "--help");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .startsWith("Usage: colophon " + command)
        .contains("Examples:")
        .doesNotContain("\u001b");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void hasHelpThatFitsATerminal(String command) {
    OutputStream none = OutputStream.nullOutputStream();
    Console console = new Console(none, none, false, false, Map.of());
    Invocation invocation = new Invocation(console, directory, InputStream.nullInputStream());
    CommandLine line = Colophon.describe(invocation).getSubcommands().get(command);

    assertThat(Stream.concat(Stream.of(line), line.getSubcommands().values().stream()))
        .flatMap(each -> List.of(each.getCommandSpec().usageMessage().footer()))
        .allSatisfy(text -> assertThat(text.length()).as(text).isLessThanOrEqualTo(80));
  }

  @Test
  void listsEveryVisibleCommand() {
    assertThat(commands())
        .contains("trace", "lineage", "why", "export", "import", "completion", "demo")
        .doesNotContain("rehearse");
  }

  @Test
  void exitsWithTwoWhenCommandIsUnknown() {
    Outcome outcome = tester.run("lineag", "x");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("lineag").contains("Did you mean: lineage");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lineag --help", "lineag -h", "adapters attac --help"})
  void exitsWithTwoWhenHelpOfAnUnknownCommandIsRequested(String line) {
    Outcome outcome = tester.run(line.split(" "));

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("Did you mean");
    assertThat(outcome.out()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "lineage --help", "adapters --help", "adapters attach --help"})
  void showsHelpOfKnownCommands(String line) {
    Outcome outcome = tester.run(line.split(" "));

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("Usage: colophon");
  }

  @Test
  void exitsWithTwoWhenNoCommandIsGiven() {
    assertThat(tester.run().exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--depth=x", "--no-such-option", "--limit="})
  void exitsWithTwoWhenOptionIsWrong(String option) {
    Outcome outcome = tester.run("lineage", "x", option);

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(outcome.err()).contains("See 'colophon lineage --help'.");
  }

  @Test
  void rejectsInvalidNumbers() {
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));

    assertThat(tester.run("lineage", "/b", "--depth", "-1").exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(tester.run("lineage", "/b", "-n", "0").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void explainsTheStartWhenThereIsNoStore() {
    Outcome outcome = tester.run("lineage", "x");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.NOTHING);
    assertThat(outcome.err()).contains("nothing has been recorded").contains("colophon trace");
    assertThat(directory.resolve("store")).doesNotExist();
  }

  @Test
  void exitsWithThreeWhenDirectoryIsNotAStore() throws IOException {
    Files.createDirectories(tester.store);
    Files.writeString(tester.store.resolve("VERSION"), "cookbook 7\n");

    Outcome outcome = tester.run("status");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains(tester.store.toString());
  }

  @Test
  void doesNotWriteIntoAForeignDirectory() throws IOException {
    Files.createDirectories(tester.store);
    Files.writeString(tester.store.resolve("thesis.tex"), "precious");

    Outcome outcome = tester.run("snapshot");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err()).contains("not a Colophon store");
    assertThat(tester.store).isDirectoryNotContaining("glob:**journal");
  }

  @Test
  void permitsReadingButNotWritingWhenAnotherProcessWrites() {
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    try (Kernel kernel = new Store(tester.store, text -> {}).openKernel(List.of())) {
      assertThat(kernel.status().adapters()).hasSize(1);

      assertThat(tester.run("lineage", "/b").exitCode()).isZero();
      Outcome outcome = tester.run("snapshot", "now");
      assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
      assertThat(outcome.err())
          .contains("being written by process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void usesXdgDirectoryByDefault() {
    tester.with("COLOPHON_STORE", null);
    assertThat(tester.run("status").err()).contains(directory + "/.local/share/colophon");

    tester.with("XDG_DATA_HOME", "/data");
    assertThat(tester.run("status").err()).contains("/data/colophon");
    assertThat(tester.run("status", "--store", "mine").err()).contains(directory + "/mine");
  }

  @Test
  void createsTheStoreForTheOwnerOnly() throws IOException {
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));

    assertThat(Files.getPosixFilePermissions(tester.store)).hasSize(3);
  }

  @Test
  void listsPluginsWithOptions() {
    Outcome outcome = tester.run("plugins", "--options");

    assertThat(outcome.out()).contains("strace", "rocksdb", "memory", "from=");
  }

  @Test
  void completesEveryCommand() {
    String script = tester.run("completion").out();

    assertThat(commands())
        .allSatisfy(
            command -> assertThat(script).contains("_" + command.replaceAll("[-+]", "") + "("));
  }

  @Test
  void showsStackTraceOnlyWhenDebugging() {
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    String[] refused = {"lineage", "/nowhere"};

    assertThat(tester.run(refused).err()).doesNotContain("\tat ");
    assertThat(tester.with("COLOPHON_DEBUG", "1").run(refused).err()).contains("\tat ");
  }

  /** Parses the list of commands in the help. */
  private static final class CommandLines {
    static List<String> names(String help) {
      return help.lines()
          .dropWhile(line -> !line.equals("Commands:"))
          .skip(1)
          .takeWhile(line -> !line.isEmpty())
          .filter(line -> line.startsWith("  ") && line.charAt(2) != ' ')
          .map(line -> line.strip().split(" ")[0])
          .toList();
    }
  }
}
