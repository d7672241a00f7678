package org.colophon.cli.output;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A table of aligned columns. Cells must be harmless text already. */
public final class TextTable {
  private final List<String[]> rows = new ArrayList<>();

  public TextTable(String... heads) {
    rows.add(heads);
  }

  /** Adds a row, which has as many cells as there are heads. */
  public void row(String... cells) {
    rows.add(cells);
  }

  /** Whether nothing was added. */
  public boolean isEmpty() {
    return rows.size() == 1;
  }

  /** Prints the table as UTF-8 and flushes. */
  public void print(OutputStream out) {
    PrintWriter writer = new PrintWriter(out, false, StandardCharsets.UTF_8);
    print(writer);
    writer.flush();
  }

  /** Prints the heads and all rows; the last column is not padded. */
  public void print(PrintWriter out) {
    int[] widths = widths();
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length - 1; i++) {
        line.append(row[i]).append(" ".repeat(widths[i] + 2 - row[i].length()));
      }
      out.println(line.append(row[row.length - 1]).toString().stripTrailing());
    }
  }

  private int[] widths() {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], row[i].length());
      }
    }
    return widths;
  }
}
