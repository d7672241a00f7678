// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import java.io.OutputStream;
import java.util.List;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.TextTable;

/** Prints a table with aligned columns after the last row has arrived. */
final class TableAnswer implements AnswerWriter {
  private final OutputStream out;
  private final int widthColumns;
  private TextTable table = new TextTable("");

  TableAnswer(OutputStream out, AnswerFormat.Look look) {
    this.out = out;
    this.widthColumns = look.widthColumns();
  }

  @Override
  public void columns(List<String> names) {
    table = new TextTable(names.stream().map(DisplayText::text).toArray(String[]::new));
  }

  @Override
  public void row(List<Object> values) {
    table.row(values.stream().map(DisplayValue::of).toArray(String[]::new));
  }

  @Override
  public void end() {
    if (!table.isEmpty()) {
      table.print(out, widthColumns);
    }
  }
}
