// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.record;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.encoding.PatchStates;
import org.colophon.query.api.Lineage;
import org.colophon.query.api.LineageChange;

/**
 * Formats extended records as lines for a terminal. Control characters in a record never reach the
 * terminal.
 */
public final class RecordText {
  private static final int MAX_SHOWN_BYTES = 200;
  private static final int MAX_VALUE_CHARS = 200;
  private static final String RED = "\u001b[31m";
  private static final String GREEN = "\u001b[32m";
  private static final String CYAN = "\u001b[36m";
  private static final String PLAIN = "\u001b[0m";

  private final String indent;
  private final UnaryOperator<String> fit;
  private final boolean hasColours;
  private final List<String> lines = new ArrayList<>();

  /**
   * Constructs a formatter.
   *
   * @param indent prefix of each line
   * @param fit shortens long lines
   */
  public RecordText(String indent, UnaryOperator<String> fit, boolean hasColours) {
    this.indent = indent;
    this.fit = fit;
    this.hasColours = hasColours;
  }

  /**
   * Returns the records of each edge as text, with their types. Edges without records are absent.
   */
  public static Map<Integer, String> byEdge(Lineage lineage) {
    Map<Integer, String> texts = new HashMap<>();
    for (LineageChange change : lineage.changes()) {
      String text = Bytes.of(change.extended().type()).display() + "\n" + plain(change.extended());
      texts.merge(change.edge(), text, (before, after) -> before + "\n" + after);
    }
    return texts;
  }

  /** Returns a record as lines. */
  public static String plain(ExtendedRecord extended) {
    return String.join("\n", new RecordText("", UnaryOperator.identity(), false).lines(extended));
  }

  /** Returns a record as a list of at least one line. */
  public List<String> lines(ExtendedRecord extended) {
    lines.clear();
    JsonNode json = RecordJson.tree(extended);
    if (extended.type().endsWith("/patch")) {
      patch(extended.data());
    } else if (json != null && json.path("changes").isArray()) {
      changes(json);
    } else if (extended.type().equals("inspector/failed") && json != null) {
      failure(json);
    } else {
      Bytes data = extended.data();
      int ids = json == null ? -1 : data.indexOf('\0', 0); // JSON has no zero byte
      int length = ids < 0 ? data.length() : ids;
      int shown = Math.min(length, MAX_SHOWN_BYTES);
      put(data.slice(0, shown).display() + (shown < length ? " ..." : ""), "");
    }
    return List.copyOf(lines);
  }

  /** Adds the lines of a patch, except its digests, which only programs need. */
  private void patch(Bytes patch) {
    int start = 0;
    while (start < patch.length()) {
      int newline = patch.indexOf('\n', start);
      int end = newline < 0 ? patch.length() : newline;
      String line = escape(patch.slice(start, end));
      if (!line.startsWith(PatchStates.MARK)) {
        put(line, colour(line));
      }
      start = end + 1;
    }
  }

  /** Escapes a line, except for tabs and backslashes, which are common and safe. */
  private static String escape(Bytes line) {
    StringBuilder text = new StringBuilder();
    int start = 0;
    for (int i = 0; i <= line.length(); i++) {
      boolean isEnd = i == line.length();
      if (isEnd || line.at(i) == '\t' || line.at(i) == '\\') {
        text.append(line.slice(start, i).display());
        if (!isEnd) {
          text.append((char) line.at(i));
        }
        start = i + 1;
      }
    }
    return text.toString();
  }

  private static String colour(String line) {
    if (line.startsWith("+++") || line.startsWith("---")) {
      return "";
    }
    return switch (line.isEmpty() ? ' ' : line.charAt(0)) {
      case '+' -> GREEN;
      case '-' -> RED;
      case '@', '#' -> CYAN;
      default -> "";
    };
  }

  private void changes(JsonNode json) {
    int width = 0;
    for (JsonNode each : json.path("changes")) {
      width = Math.max(width, key(each).length());
    }
    for (JsonNode each : json.path("changes")) {
      String key = String.format(Locale.ROOT, "%-" + Math.max(1, width) + "s", key(each));
      JsonNode before = each.path("before");
      JsonNode after = each.path("after");
      if (!isThere(before)) {
        put("+ " + key + "  " + value(after), GREEN);
      } else if (!isThere(after)) {
        put("- " + key + "  " + value(before), RED);
      } else {
        put("  " + key + "  " + value(before) + " -> " + value(after), "");
      }
    }
    long leftOut = json.path("left_out").asLong();
    if (leftOut > 0) {
      put("... and " + leftOut + " more", "");
    }
  }

  private static String key(JsonNode change) {
    return cut(escape(change.path("key").asText()));
  }

  private static boolean isThere(JsonNode value) {
    return !value.isNull() && !value.isMissingNode();
  }

  private static String value(JsonNode value) {
    return cut(escape(value.isValueNode() ? value.asText() : value.toString()));
  }

  private static String escape(String text) {
    return Bytes.of(text).display();
  }

  private static String cut(String text) {
    return text.length() > MAX_VALUE_CHARS ? text.substring(0, MAX_VALUE_CHARS) + " ..." : text;
  }

  private void failure(JsonNode json) {
    String who =
        json.path("inspector").asText().isEmpty() ? "" : value(json.path("inspector")) + ", ";
    put(
        "not found out (" + who + value(json.path("reason")) + "): " + value(json.path("detail")),
        RED);
  }

  private void put(String line, String colour) {
    String fitted = fit.apply(indent + line).stripTrailing();
    lines.add(hasColours && !colour.isEmpty() ? colour + fitted + PLAIN : fitted);
  }
}
