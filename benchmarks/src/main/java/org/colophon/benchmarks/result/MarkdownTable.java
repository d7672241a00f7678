package org.colophon.benchmarks.result;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Rows of figures as a Markdown table. */
public final class MarkdownTable {
  private MarkdownTable() {}

  /** Returns the table, with a column for each key of any row. It ends with a newline. */
  public static String of(List<Map<String, Object>> rows) {
    Set<String> columns = new LinkedHashSet<>();
    rows.forEach(row -> columns.addAll(row.keySet()));
    StringBuilder text = new StringBuilder();
    appendLine(text, List.copyOf(columns));
    appendLine(text, columns.stream().map(column -> "---").toList());
    for (Map<String, Object> row : rows) {
      List<String> cells = new ArrayList<>();
      columns.forEach(column -> cells.add(cell(row.get(column))));
      appendLine(text, cells);
    }
    return text.toString();
  }

  private static void appendLine(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }

  private static String cell(Object value) {
    if (value == null) {
      return "";
    }
    return value instanceof Number ? number(((Number) value).doubleValue()) : value.toString();
  }

  /** Returns three significant digits, or all digits before the point. */
  static String number(double value) {
    double size = Math.abs(value);
    if (value == Math.rint(value) || size >= 100) {
      return String.format(Locale.ROOT, "%,.0f", value);
    }
    int decimals = size >= 10 ? 1 : size >= 1 ? 2 : size >= 0.1 ? 3 : 4;
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
