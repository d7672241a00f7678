// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.colophon.core.spi.inspect.Change;
import org.colophon.core.spi.inspect.ChangeTable;
import org.colophon.core.spi.inspect.Content;
import org.colophon.core.spi.inspect.Finding;
import org.colophon.core.spi.inspect.Inspector;

/** Compares the columns, their types and the number of rows of two tables. */
final class TableInspector implements Inspector {
  static final String PARQUET = "application/vnd.apache.parquet";
  private static final String TYPE = "table/schema";

  @Override
  public List<Finding> inspect(Change change) throws IOException {
    boolean isParquet = change.mediaType().equals(PARQUET);
    ChangeTable table = new ChangeTable("table", isParquet ? "parquet" : "csv");
    return table
        .compare(facts(change.before(), isParquet), facts(change.after(), isParquet))
        .findings(TYPE);
  }

  private static Map<String, Object> facts(Content content, boolean isParquet) throws IOException {
    if (!content.exists() || content.sizeBytes() == 0) {
      return Map.of();
    }
    return isParquet ? ParquetTable.facts(content) : CsvTable.facts(content);
  }
}
