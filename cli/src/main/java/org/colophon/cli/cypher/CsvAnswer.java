// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.colophon.query.text.DisplayText;
import org.jspecify.annotations.Nullable;

/**
 * Writes CSV with a line of column names and a line for each row. A null is an empty field. Lists
 * and maps are JSON. Texts are unchanged, except that control characters are escaped for a
 * terminal.
 */
final class CsvAnswer implements AnswerWriter {
  private final CSVPrinter csv;
  private final boolean isTerminal;

  CsvAnswer(OutputStream out, AnswerFormat.Look look) throws IOException {
    this.csv =
        new CSVPrinter(new OutputStreamWriter(out, StandardCharsets.UTF_8), CSVFormat.RFC4180);
    this.isTerminal = look.isTerminal();
  }

  @Override
  public void columns(List<String> names) throws IOException {
    if (!names.isEmpty()) {
      csv.printRecord(names.stream().map(this::text).toList());
    }
  }

  @Override
  public void row(List<Object> values) throws IOException {
    List<String> cells = new ArrayList<>();
    for (Object value : values) {
      cells.add(cell(value));
    }
    csv.printRecord(cells);
  }

  private @Nullable String cell(Object value) {
    if (value == null) {
      return null;
    } else if (value instanceof String text) {
      return text(text);
    }
    boolean isPlain = value instanceof Number || value instanceof Boolean;
    return isPlain ? value.toString() : JsonValue.text(value);
  }

  private String text(String text) {
    return isTerminal ? DisplayText.text(text) : text;
  }

  @Override
  public void end() throws IOException {
    csv.flush();
  }
}
