// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.colophon.cli.fake.FakeGraphFactory;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the prompt in a separate process on a real pseudo-terminal, created by {@code script}. */
class CypherPromptIT {
  private static final int MAX_SECONDS = 90;
  private static final String CTRL_C = "\u0003";
  private static final String CTRL_D = "\u0004";

  @TempDir private Path directory;

  private Process process;
  private InputStream screen;
  private OutputStream keys;

  @BeforeEach
  void openPrompt() throws IOException {
    CommandTester tester = new CommandTester(directory).attach(FakeGraphFactory.NAME);
    tester.record(sink -> Recorded.copy(sink, Bytes.of("/a"), Bytes.of("/b")));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String command =
        "stty rows 30 cols 100; exec "
            + java
            + " -XX:TieredStopAtLevel=1 org.colophon.cli.Main cypher";
    // A shell starts background tests with Ctrl-C ignored.
    ProcessBuilder builder =
        new ProcessBuilder("env", "--default-signal=INT", "script", "-qfec", command, "/dev/null")
            .redirectErrorStream(true);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().put("COLOPHON_STORE", tester.store.toString());
    builder.environment().put("XDG_STATE_HOME", directory.resolve("state").toString());
    builder.environment().put("TERM", "xterm");
    process = builder.start();
    endInTime(process);
    screen = process.getInputStream();
    keys = process.getOutputStream();
  }

  /** Kills the writer after a time limit. This also ends a read that would wait forever. */
  private static void endInTime(Process process) {
    Thread guard =
        new Thread(
            () -> {
              try {
                if (!process.waitFor(MAX_SECONDS, TimeUnit.SECONDS)) {
                  process.destroyForcibly();
                }
              } catch (InterruptedException e) {
                process.destroyForcibly();
              }
            });
    guard.setDaemon(true);
    guard.start();
  }

  @AfterEach
  void endPrompt() {
    process.destroyForcibly();
  }

  private void type(String text) throws IOException {
    keys.write(text.getBytes(StandardCharsets.UTF_8));
    keys.flush();
  }

  /** Reads until a text is on the screen. */
  private void await(String text) throws IOException {
    StringBuilder seen = new StringBuilder();
    while (seen.indexOf(text) < 0) {
      int c = screen.read();
      assertThat(c).as("waited for '" + text + "', saw: " + seen).isNotNegative();
      seen.append((char) c);
    }
  }

  @Test
  void runsStatementsCompletesAndExitsOnATerminal() throws Exception {
    await("cypher> ");
    type("OBJECTS;\r");
    await("1 row, ");
    await("cypher> ");
    type("MATCH (n:Fi\t");
    await("File");
    type(CTRL_C);
    await("cypher> ");
    type(":format csv\r");
    await("cypher> ");
    type("FOREVER;\r");
    await("\n1000\r"); // the whole row, since escape sequences contain numbers
    type(CTRL_C);
    await("cancelled");
    await("cypher> ");
    type(CTRL_D);

    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isZero();
    Path history = directory.resolve("state/colophon/cypher-history");
    assertThat(Files.readAllLines(history)).contains("OBJECTS;");
    assertThat(Files.getPosixFilePermissions(history)).hasSize(2);
  }
}
