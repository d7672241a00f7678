// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.text;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table of aligned columns. Cells must be terminal-safe. */
public final class TextTable {
  private static final int GAP = 2;
  private static final int MIN_WIDTH = 12;

  private final List<String[]> rows = new ArrayList<>();

  public TextTable(String... heads) {
    rows.add(heads);
  }

  /** Adds a row with as many cells as there are headings. */
  public void row(String... cells) {
    rows.add(cells);
  }

  /** Returns whether the table has no rows. */
  public boolean isEmpty() {
    return rows.size() == 1;
  }

  /** Prints the table as UTF-8 and flushes. */
  public void print(OutputStream out) {
    print(out, 0);
  }

  /**
   * Prints the table as UTF-8 and flushes. If lines would be too long, shortens cells of the widest
   * columns in the middle.
   *
   * @param widthColumns maximum length of lines; 0 for no limit
   */
  public void print(OutputStream out, int widthColumns) {
    PrintWriter writer = new PrintWriter(out, false, StandardCharsets.UTF_8);
    print(writer, widthColumns);
    writer.flush();
  }

  /** Prints the headings and all rows. Does not pad the last column. */
  public void print(PrintWriter out) {
    print(out, 0);
  }

  private void print(PrintWriter out, int widthColumns) {
    int[] widths = widths();
    if (widthColumns > 0) {
      narrow(widths, widthColumns);
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < row.length; i++) {
        String cell = Lines.fitLine(row[i], widths[i]);
        int pad = i == row.length - 1 ? 0 : widths[i] + GAP - length(cell);
        line.append(cell).append(" ".repeat(pad));
      }
      out.println(line.toString().stripTrailing());
    }
  }

  private int[] widths() {
    int[] widths = new int[rows.get(0).length];
    for (String[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        widths[i] = Math.max(widths[i], length(row[i]));
      }
    }
    return widths;
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }

  /**
   * Shrinks the widest columns until the line fits, or until all columns have the minimum width.
   */
  private static void narrow(int[] widths, int widthColumns) {
    int excess = Arrays.stream(widths).sum() + GAP * (widths.length - 1) - widthColumns;
    while (excess > 0) {
      int widest = 0;
      for (int i = 1; i < widths.length; i++) {
        widest = widths[i] > widths[widest] ? i : widest;
      }
      if (widths[widest] <= MIN_WIDTH) {
        return;
      }
      widths[widest]--;
      excess--;
    }
  }
}
