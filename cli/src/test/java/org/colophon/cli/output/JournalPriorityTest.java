// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests priorities of log lines in a JVM whose standard error is a file. */
class JournalPriorityTest {
  @TempDir private Path directory;

  @Test
  void writesPrioritiesWhenStandardErrorIsJournal() throws Exception {
    Path journal = Files.createFile(directory.resolve("journal"));

    assertThat(log(journal, stream(journal), "TEXT"))
        .matches("<3>\\S+ ERROR Log: a\n<4>\\S+ WARNING Log: b\n<6>\\S+ INFO Log: c\n");
    assertThat(log(journal, stream(journal), "JSON").split("\n"))
        .allMatch(line -> line.matches("<[346]>\\{.*}"));
  }

  @Test
  void writesNoPrioritiesWhenStandardErrorIsElsewhere() throws Exception {
    Path journal = Files.createFile(directory.resolve("journal"));
    Path other = Files.createFile(directory.resolve("other"));

    assertThat(log(other, stream(journal), "TEXT")).hasLineCount(3).doesNotContain("<");
    assertThat(log(other, "nonsense", "TEXT")).hasLineCount(3).doesNotContain("<");
  }

  private static String stream(Path file) throws Exception {
    Map<String, Object> status = Files.readAttributes(file, "unix:dev,ino");
    return status.get("dev") + ":" + status.get("ino");
  }

  private static String log(Path err, String stream, String format) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-D" + RemarkLoggerFinder.AS_LOG + "=" + format,
                "-cp",
                System.getProperty("java.class.path"),
                Log.class.getName())
            .redirectError(err.toFile());
    builder.environment().put("JOURNAL_STREAM", stream);
    assertThat(builder.start().waitFor()).isZero();
    return Files.readString(err);
  }

  /** Logs a message of each level. */
  static final class Log {
    private Log() {}

    public static void main(String[] args) {
      System.Logger log = System.getLogger("org.colophon.Log");
      log.log(Level.ERROR, "a");
      log.log(Level.WARNING, "b");
      log.log(Level.INFO, "c");
    }
  }
}
