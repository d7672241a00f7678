// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Finding that lists the values that changed, each with its name, in JSON. {@code colophon inspect}
 * shows it as a table:
 *
 * <pre>
 * {"version":1,"inspector":"office","format":"docx",
 *  "changes":[{"key":"title","before":"Draft","after":"Final"}],"left_out":0}
 * </pre>
 *
 * A value is a string, a number or a truth value, or {@code null} if it was absent. Long texts and
 * long tables are cut and marked as such. For one thread.
 */
public final class ChangeTable {
  private static final int MAX_CHANGES = 1_000;
  private static final int MAX_TEXT_CHARS = 2_000;

  /** No row begins after this offset, so that a table always fits into a finding. */
  private static final int MAX_ROWS_BYTES = 3 << 20;

  private final String inspector;
  private final String format;
  private final List<Row> rows = new ArrayList<>();
  private int leftOut;

  /**
   * Constructs an empty table.
   *
   * @param inspector the inspector's name
   * @param format the format of the content, such as {@code docx}
   */
  public ChangeTable(String inspector, String format) {
    this.inspector = inspector;
    this.format = format;
  }

  /** Adds a row even if both values are equal. */
  public ChangeTable row(String key, @Nullable Object before, @Nullable Object after) {
    if (rows.size() < MAX_CHANGES) {
      rows.add(new Row(key, before, after));
    } else {
      leftOut++;
    }
    return this;
  }

  /** Adds a row for each key whose values differ, in the order of the keys. */
  public ChangeTable compare(Map<String, ?> before, Map<String, ?> after) {
    TreeSet<String> keys = new TreeSet<>(before.keySet());
    keys.addAll(after.keySet());
    for (String key : keys) {
      if (!Objects.equals(before.get(key), after.get(key))) {
        row(key, before.get(key), after.get(key));
      }
    }
    return this;
  }

  public boolean isEmpty() {
    return rows.isEmpty();
  }

  /** Returns the table as findings of a type: none if nothing changed. */
  public List<Finding> findings(String type) {
    return isEmpty() ? List.of() : List.of(new Finding(type, Bytes.of(json())));
  }

  private String json() {
    JsonText json = new JsonText();
    json.open('{').field("version", 1L).field("inspector", inspector).field("format", format);
    json.name("changes").open('[');
    int written = 0;
    for (; written < rows.size() && json.length() < MAX_ROWS_BYTES; written++) {
      Row row = rows.get(written);
      json.open('{').field("key", cut(row.key));
      json.field("before", cut(row.before)).field("after", cut(row.after)).close('}');
    }
    long rest = (long) leftOut + rows.size() - written;
    return json.close(']').field("left_out", rest).close('}').toString();
  }

  private static @Nullable Object cut(@Nullable Object value) {
    if (value instanceof String text && text.length() > MAX_TEXT_CHARS) {
      boolean splits = Character.isHighSurrogate(text.charAt(MAX_TEXT_CHARS - 1));
      String head = text.substring(0, splits ? MAX_TEXT_CHARS - 1 : MAX_TEXT_CHARS);
      return head + " ... (" + text.length() + " characters)";
    }
    return value;
  }

  private record Row(String key, @Nullable Object before, @Nullable Object after) {}
}
