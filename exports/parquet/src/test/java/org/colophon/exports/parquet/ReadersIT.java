// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.core.model.OperationKind;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.colophon.testing.python.PythonTools;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads tables with pyarrow and DuckDB in Python. */
@Tag("slow")
class ReadersIT {
  private static final Path SCRIPT = Path.of("src/test/scripts/read.py");

  @TempDir private Path directory;

  private Tables tables;

  @BeforeEach
  void export() {
    tables = new Tables(directory);
    tables.export(
        Tables.history("web", () -> Tables.store(copied()).reader()),
        Tables.history("db", () -> Tables.store(copied()).reader()));
  }

  private static RecordBatchBuilder copied() {
    return new RecordBatchBuilder()
        .at(1)
        .process(1, "/bin/cp")
        .at(2)
        .file(2, "/in")
        .at(3)
        .access(OperationKind.READ, 1, 2, 10)
        .at(4)
        .time(0)
        .access(OperationKind.WRITE, 1, 2, 10);
  }

  @Test
  void readsTablesOfAllHosts() throws IOException, InterruptedException {
    assertThat(read())
        .containsExactly(
            "pyarrow nodes 4 2",
            "duckdb nodes 4 2",
            "pyarrow edges 4 2",
            "duckdb edges 4 2",
            "pyarrow names 2 2",
            "duckdb names 2 2");
  }

  @Test
  void refusesDamagedFile() throws IOException, InterruptedException {
    for (String file : tables.files()) {
      if (file.startsWith("edges/host=web")) {
        byte[] bytes = Files.readAllBytes(directory.resolve(file));
        Files.write(directory.resolve(file), java.util.Arrays.copyOf(bytes, bytes.length - 9));
      }
    }
    assertThat(read())
        .contains("pyarrow nodes 4 2", "duckdb nodes 4 2")
        .contains("pyarrow edges error ArrowInvalid")
        .anyMatch(line -> line.startsWith("duckdb edges error"));
  }

  private List<String> read() throws IOException, InterruptedException {
    return PythonTools.run(SCRIPT, directory).lines().toList();
  }
}
