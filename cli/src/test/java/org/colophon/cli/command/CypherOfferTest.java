// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.colophon.cli.base.ExitCode;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.config.Launcher;
import org.colophon.core.model.Bytes;
import org.colophon.core.plugin.PluginDirectories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests explanations and offers for stores without an adapter that runs Cypher. */
class CypherOfferTest {
  @TempDir private Path directory;

  private final ClassLoader context = Thread.currentThread().getContextClassLoader();

  private CommandTester tester;
  private Path calls;

  @BeforeEach
  void makeStore() throws IOException {
    tester = new CommandTester(directory);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    calls = Files.createFile(directory.resolve("calls"));
    Path home = directory.resolve("checkout");
    Path module = Files.createDirectories(home.resolve("query/procedures"));
    Files.copy(
        Path.of("../query/procedures/plugin.properties"), module.resolve("plugin.properties"));
    use(home);
  }

  @AfterEach
  void restoreContext() {
    Thread.currentThread().setContextClassLoader(context);
  }

  /** Uses the plug-ins of a checkout or distribution. */
  private void use(Path home) {
    Thread.currentThread()
        .setContextClassLoader(
            new PluginDirectories(home, List.of(), PluginDirectories.Builder.NONE, context));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "y\n"})
  void namesArchiveWhenDistributionLacksPlugin(String typed) throws IOException {
    use(Files.createDirectories(directory.resolve("distribution/plugins")).getParent());

    Outcome outcome = tester.with(launcher()).typing(typed).run("cypher", "RETURN");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.err())
        .contains("tar --zstd", "-xf colophon-neo4j-*.tar.zst")
        .doesNotContain("download", "Attach Neo4j now?");
    assertThat(calls).isEmptyFile();
  }

  /** Returns a launcher that records its arguments. */
  private Launcher launcher(String... lines) throws IOException {
    Path home = Files.createDirectories(directory.resolve("home"));
    String script = "#!/bin/sh\necho \"$COLOPHON_WITH:$*\" >> " + calls + "\n";
    Files.writeString(home.resolve("colophon"), script + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(
        home.resolve("colophon"), PosixFilePermissions.fromString("rwxr-xr-x"));
    return Launcher.in(home);
  }

  @ParameterizedTest
  @ValueSource(strings = {"cypher RETURN", "bolt"})
  void explainsHowToAttachWithoutATerminal(String line) throws IOException {
    Outcome outcome = tester.with(launcher()).run(line.split(" "));

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err())
        .contains("has no adapter that understands Cypher")
        .contains("colophon adapters attach neo4j")
        .contains("130 MB")
        .contains("GPL");
    assertThat(calls).isEmptyFile();
  }

  @Test
  void attachesAndRepeatsTheQueryWhenTheUserAgrees() throws IOException {
    Outcome outcome =
        tester.with(launcher("[ $1 = adapters ] || exit 42")).typing("y\n").run("cypher", "A  B");

    assertThat(outcome.exitCode()).isEqualTo(42);
    assertThat(outcome.err()).contains("Attach Neo4j now? [y/N] ");
    assertThat(Files.readAllLines(calls))
        .isEqualTo(List.of(":adapters attach neo4j --store " + tester.store, ":cypher A  B"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"n\n", "\n", "", "maybe\n"})
  void doesNothingWhenTheUserDeclines(String typed) throws IOException {
    Outcome outcome = tester.with(launcher()).typing(typed).run("cypher", "RETURN");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(calls).isEmptyFile();
  }

  @Test
  void doesNotRepeatTheQueryWhenAttachingFails() throws IOException {
    Outcome outcome = tester.with(launcher("exit 3")).typing("y\n").run("cypher", "RETURN");

    assertThat(outcome.exitCode()).isEqualTo(ExitCode.TROUBLE);
    assertThat(Files.readAllLines(calls)).hasSize(1);
  }
}
