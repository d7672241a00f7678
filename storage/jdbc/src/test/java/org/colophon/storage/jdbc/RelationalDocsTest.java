// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.spi.storage.StorageAdapter;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.jdbc.database.Engine;
import org.colophon.storage.jdbc.database.JdbcConfig;
import org.colophon.storage.jdbc.database.Session;
import org.colophon.testing.contract.RecordBatchBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the queries of docs/reference/relational.md in both databases and checks their answers. */
class RelationalDocsTest {
  private static final Pattern STATEMENT = Pattern.compile("(?s)```sql\n(.*?)```");
  private static final String CONTENT = "sha256:" + "1a".repeat(32);
  private static final List<List<String>> ANSWERS =
      List.of(
          List.of("2|cp|3|30"),
          List.of("2|cp|/lab/out.txt"),
          List.of("0|self|1|sh|null", "1|fork|2|cp|0", "2|exec|3|cat|null"),
          List.of("/lab/late.txt|500|1", "/lab/in.txt|100|1", "/lab/out.txt|30|3"),
          List.of("14|came|2|/lab/tmp", "15|bind|4|null"),
          List.of("/lab/late.txt|" + CONTENT, "/lab/out.txt|" + CONTENT),
          List.of("sh|2023-11-14 22:13:20", "cp|2023-11-14 22:13:20", "cat|2023-11-14 22:13:20"),
          List.of("events_lost|5|1"),
          List.of("1|/lab/in.txt", "2|/lab/out.txt", "3|/lab/late.txt"));

  @TempDir private Path directory;

  private static RecordBatchBuilder history() {
    RecordBatchBuilder history = new RecordBatchBuilder();
    history.process(1, "sh").process(2, "cp").link(LinkKind.FORK, 2, 1);
    history.process(3, "cat").link(LinkKind.EXEC, 3, 2);
    history.file(1, "/lab/in.txt").file(2, "/lab/tmp").file(3, "/lab/late.txt");
    history.access(OperationKind.READ, 2, 1, 100).open(OperationKind.WRITE, 2, 2, 10);
    history.interval(AccessMode.WRITE, 2, 2, 10, 11, 3, 30).exit(2, 0);
    history.access(OperationKind.READ, 2, 3, 500);
    history.rename(2, 2, Bytes.of("/lab/tmp"), Bytes.of("/lab/out.txt"));
    history.bind(1, 4, "/lab/out.txt").gap(2, GapCause.EVENTS_LOST, 5);
    history.bind(0, 3, CONTENT).bind(0, 2, CONTENT);
    return history;
  }

  private static List<String> statements() throws IOException {
    List<String> found = new ArrayList<>();
    Matcher each =
        STATEMENT.matcher(Files.readString(Path.of("../../docs/reference/relational.md")));
    while (each.find()) {
      found.add(each.group(1));
    }
    return found;
  }

  @Test
  void answersEachDocumentedQuestionOnH2() throws Exception {
    runExamples(new StorageConfig(directory.resolve("store"), Map.of()));
  }

  @Test
  void answersEachDocumentedQuestionOnPostgres() throws Exception {
    Map<String, String> options =
        PostgresServer.shared().options(PostgresFactory.schema(directory.resolve("docs")));
    runExamples(new StorageConfig(directory.resolve("store"), options));
  }

  private static void runExamples(StorageConfig config) throws IOException, SQLException {
    try (StorageAdapter adapter = new JdbcStorageAdapterFactory().create(config)) {
      adapter.open();
      adapter.append(history().build());
      adapter.flush();
      List<List<String>> answers = new ArrayList<>();
      try (Session session = Engine.of(JdbcConfig.of(config)).connect()) {
        for (String statement : statements()) {
          answers.add(session.list(RelationalDocsTest::row, statement));
        }
      }
      assertThat(answers).isEqualTo(ANSWERS);
    }
  }

  private static String row(ResultSet row) throws SQLException {
    List<String> values = new ArrayList<>();
    for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
      values.add(String.valueOf(row.getObject(i)).replaceAll("\\.0$", ""));
    }
    return String.join("|", values);
  }
}
