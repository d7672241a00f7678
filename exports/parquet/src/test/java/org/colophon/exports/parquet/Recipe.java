// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.parquet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.duckdb.DuckDBDriver;

/** The statements of the page about DuckDB, run word for word on tables. */
final class Recipe implements AutoCloseable {
  private static final Path PAGE = Path.of("../../docs/how-to/ask-a-fleet-in-duckdb.md");
  private static final Pattern BLOCK =
      Pattern.compile("```sql ([a-z-]+)\n(.*?)```", Pattern.DOTALL);

  private final Connection connection;

  /** Runs the statements that prepare the tables of a directory. */
  Recipe(Path tables) throws SQLException, IOException {
    connection = new DuckDBDriver().connect("jdbc:duckdb:", new Properties());
    Map<String, String> blocks = blocks();
    run(blocks.remove("directory").replace("/srv/fleet", tables.toString()));
    for (Map.Entry<String, String> block : blocks.entrySet()) {
      if (!block.getKey().endsWith("-of-a-file")) {
        run(block.getValue());
      }
    }
  }

  static Map<String, String> blocks() throws IOException {
    Map<String, String> blocks = new LinkedHashMap<>();
    Matcher each = BLOCK.matcher(Files.readString(PAGE));
    while (each.find()) {
      blocks.put(each.group(1), each.group(2));
    }
    return blocks;
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Returns the first columns of the rows, each as a text. */
  Set<String> ask(String sql) throws SQLException {
    Set<String> found = new TreeSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      int width = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= width; column++) {
          row.append(column == 1 ? "" : " ").append(rows.getString(column));
        }
        found.add(row.toString());
      }
    }
    return found;
  }

  /** Returns the keys of the nodes of a lineage, on other hosts with the host's name. */
  Set<String> lineage(String macro, String host, String node) throws SQLException {
    return ask("SELECT key FROM %s('%s', '%s')".formatted(macro, host, node));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
