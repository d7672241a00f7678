// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.cypher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.cypher.CypherEngine;
import org.colophon.core.spi.cypher.CypherResult;
import org.colophon.core.spi.cypher.CypherStatement;
import org.colophon.storage.neo4j.database.OpenDatabases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests statements that need gigabytes, in a process with a small heap. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SmallHeapIT {
  private static final List<String> STATEMENTS =
      List.of(
          "RETURN range(1, 200000000)",
          "RETURN {a: [range(1, 200000000)]}",
          "UNWIND range(1, 200000000) AS x RETURN collect(x)",
          "UNWIND range(1, 200000000) AS x RETURN x ORDER BY x DESC",
          "UNWIND range(1, 200000000) AS x RETURN DISTINCT x");

  @TempDir private Path directory;

  /** Runs the statements and prints the outcomes. Discards all rows. */
  static final class Asking {
    private Asking() {}

    /**
     * @param args the directory of the graph
     */
    public static void main(String[] args) {
      try (OpenDatabases.Lease lease =
          SmallGraph.open(Path.of(args[0]), Map.of("transaction-bytes", "64m"))) {
        CypherEngine engine = SmallGraph.engine(lease);
        STATEMENTS.forEach(each -> System.out.println(outcome(engine, each)));
      }
    }

    private static String outcome(CypherEngine engine, String text) {
      try {
        engine.run(new CypherStatement(text, Map.of(), 1, false, 0), new Discarding());
        return "answered: " + text;
      } catch (ColophonException e) {
        return e.code().name();
      }
    }
  }

  private static final class Discarding implements CypherResult {
    @Override
    public void columns(List<String> names) {}

    @Override
    public boolean row(List<Object> values) {
      return true;
    }
  }

  @Test
  void endsStatementsThatNeedMoreMemoryThanAllowed() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process process =
        new ProcessBuilder(
                java,
                "-Xmx320m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                Asking.class.getName(),
                directory.resolve("graph").toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.lines())
          .hasSize(STATEMENTS.size())
          .containsOnly(ErrorCode.LIMIT_REACHED.name());
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
