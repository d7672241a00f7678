// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.core.model.GapCause;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that programs that Valgrind refuses or cannot run behave as without a trace, and leave a
 * gap.
 */
@Timeout(300)
class ProgramsOutsideValgrindIT {
  private static final String USERS =
      """
      #include <stdio.h>
      #include <unistd.h>
      int main(void) {
        printf("%d %d %d %d\\n", getuid(), geteuid(), getgid(), getegid());
        return 7;
      }
      """;

  /** A program that writes, and then adds vectors with an AVX-512 instruction. */
  private static final String VECTORS =
      """
      #include <unistd.h>
      int main(int argc, char **argv) {
        char text[5];
        read(0, text, 5);
        write(1, text, 5);
        __asm__ volatile(".byte 0x62, 0xf1, 0x7c, 0x48, 0x58, 0xc0" : : : "xmm0");
        return 0;
      }
      """;

  private static final String UNREACHABLE =
      """
      int main(void) { __builtin_trap(); }
      """;

  /** Creates directories on disk: a file system in memory may ignore set-user-id bits. */
  static final class OnDisk implements TempDirFactory {
    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
        throws IOException {
      return Files.createTempDirectory(Path.of("/tmp"), "junit-");
    }
  }

  @TempDir(factory = OnDisk.class)
  private Path temporary;

  private Path directory;
  private CommandTester tester;

  @BeforeEach
  void open() throws IOException {
    directory = temporary.toRealPath();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    tester = new CommandTester(directory);
  }

  private void compile(String name, String code) throws Exception {
    Path program = directory.resolve(name);
    Path source = Files.writeString(directory.resolve(name + ".c"), code);
    run("gcc -o " + program + " " + source);
  }

  private int run(String script) throws Exception {
    return new ProcessBuilder("sh", "-c", script).directory(directory.toFile()).start().waitFor();
  }

  private Outcome trace(String script) {
    String there = "cd " + directory + " && " + script;
    return tester.run("trace", "--bytes", "--keep-privileges", "--", "sh", "-c", there);
  }

  private void compileSetId() throws Exception {
    assumeThat(System.getProperty("user.name")).as("needs root: other users").isEqualTo("root");
    compile("users", USERS);
    run("chown 1:1 users && chmod 6755 users");
  }

  private void assertSameOutput(String script) throws Exception {
    int status = run("(" + script + ") > plain 2> plain.errors");
    assertThat(directory.resolve("plain.errors")).isEmptyFile();

    assertThat(trace("(" + script + ") > out 2> out.errors").exitCode()).isEqualTo(status);

    assertThat(directory.resolve("out.errors")).isEmptyFile();
    assertThat(directory.resolve("out")).hasSameTextualContentAs(directory.resolve("plain"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "exec ./users",
        "./users | cat; ./users",
        "/usr/bin/python3 -c 'import os; os.execve(os.open(\"users\", os.O_PATH), [\"./users\"], {})'",
        "/usr/bin/python3 -c 'import os; os.spawnv(os.P_WAIT, \"users\", [\"./users\"])'"
      })
  void keepsThePrivilegeOfSetIdPrograms(String script) throws Exception {
    compileSetId();

    assertSameOutput(script);

    assertThat(Files.readString(directory.resolve("out"))).startsWith("0 1 0 1\n");
    assertGap(GapCause.NOT_FOLLOWED, "/users");
  }

  @Test
  void reportsGapIfCommandItselfIsSetIdProgram() throws Exception {
    compileSetId();

    Path program = directory.resolve("users");
    Outcome outcome =
        tester.run("trace", "--bytes", "--keep-privileges", "--", program.toString(), "a b");

    assertThat(outcome.exitCode()).isEqualTo(7);
    assertThat(tester.run("status").out()).contains(GapCause.NOT_FOLLOWED.text());
  }

  @Test
  void runsProgramsOfUsersWhoCannotExecuteTheTool() throws Exception {
    compileSetId();

    assertSameOutput("setpriv --reuid 9 --regid 9 --clear-groups sh -c 'id -u; ./users'");

    assertThat(tester.run("lineage", "out").out()).contains(GapCause.NOT_FOLLOWED.text());
  }

  @Test
  void followsTheProgramsBeforeAndAfterASetIdProgram() throws Exception {
    compileSetId();
    Files.writeString(directory.resolve("in"), "text");

    trace("cat in > copy; ./users > out; cat copy > last");

    Outcome outcome = tester.run("lineage", "last", "--bytes");
    assertThat(outcome.out()).containsPattern("0-4 .*copied +in 0-4");
    assertThat(outcome.err()).isEmpty();
  }

  @Test
  void reportsInstructionsThatValgrindDoesNotKnow() throws Exception {
    compile("vectors", VECTORS);
    Files.writeString(directory.resolve("in"), "bytes");

    Outcome outcome = trace("./vectors < in > out; exit $?");

    assertThat(outcome.exitCode()).isEqualTo(128 + 4);
    assertThat(tester.run("lineage", "out", "--bytes").out()).containsPattern("0-5 .*copied +in");
    assertGap(GapCause.UNKNOWN_INSTRUCTION, "/vectors");
  }

  @Test
  void reportsNoGapForATrapOfTheProgram() throws Exception {
    compile("trap", UNREACHABLE);

    assertThat(trace("./trap; exit $?").exitCode()).isEqualTo(128 + 4);

    assertThat(tester.run("status").out()).contains("nothing known");
  }

  /** Asserts that the lineage of a file, and that of its bytes, has a gap of a program. */
  private void assertGap(GapCause cause, String program) {
    Outcome lineage = tester.run("lineage", "out");
    Matcher gap = Pattern.compile(cause.text() + " in process:([0-9]+)").matcher(lineage.out());
    assertThat(gap.find()).as(lineage.out()).isTrue();
    assertThat(lineage.out()).containsPattern(program + ".*\\[process:" + gap.group(1) + " ");
    assertThat(tester.run("lineage", "out", "--bytes").err()).contains(gap.group());
  }
}
