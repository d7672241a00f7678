// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.find;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.format.NodeText;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.TextTable;
import org.jspecify.annotations.Nullable;

/** Writes search results. Names are terminal-safe. */
public final class FoundWriter {
  private static final List<String> COLUMNS =
      List.of(
          "id", "type", "kind", "name", "command", "user", "pid", "time", "count", "bytes",
          "record", "lsn");

  private FoundWriter() {}

  /**
   * A search result with its host.
   *
   * @param host display name of the host; empty if only one host was searched
   */
  public record OnHost(String host, Found found) {}

  /**
   * Returns search results as a table.
   *
   * @param hasHosts whether several hosts were searched, so that the table has a column for the
   *     host
   */
  public static TextTable table(List<OnHost> all, boolean hasHosts, ZoneId zone) {
    Stream<String> heads = Stream.of("id", "kind", "time", "count", "bytes", "name");
    TextTable table = new TextTable(cells(hasHosts, "host", heads));
    all.forEach(
        each -> table.row(cells(hasHosts, each.host, Arrays.stream(row(each.found, zone)))));
    return table;
  }

  private static String[] cells(boolean hasHosts, String host, Stream<String> cells) {
    return Stream.concat(hasHosts ? Stream.of(host) : Stream.empty(), cells).toArray(String[]::new);
  }

  private static String[] row(Found each, ZoneId zone) {
    ExtendedRecord record = each.record();
    return new String[] {
      each.id(),
      record == null ? kind(each) : DisplayText.text(record.type()),
      DisplayText.time(each.timeNanos(), zone),
      DisplayText.count(each.count()),
      DisplayText.size(each.bytes()),
      each.process() == null ? each.name().display() : NodeText.command(each.process())
    };
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String kind(Found found) {
    ObjectKind kind = found.kind();
    return word(kind == null ? found.type() : kind);
  }

  /**
   * Writes search results as CSV (RFC 4180).
   *
   * @param hasHosts whether several hosts were searched, so that the output has a column for the
   *     host
   */
  public static void writeCsv(List<OnHost> all, boolean hasHosts, OutputStream out)
      throws IOException {
    writeLine(cells(hasHosts, "host", COLUMNS.stream()), out);
    for (OnHost each : all) {
      writeLine(cells(hasHosts, each.host, cells(each.found)), out);
    }
    out.flush();
  }

  private static void writeLine(String[] cells, OutputStream out) throws IOException {
    String line =
        Arrays.stream(cells).map(FoundWriter::cell).collect(Collectors.joining(",", "", "\r\n"));
    out.write(line.getBytes(StandardCharsets.UTF_8));
  }

  private static String cell(@Nullable String text) {
    if (text == null) {
      return "";
    }
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** Returns a result's values for {@link #COLUMNS}; null for a missing value. */
  private static Stream<String> cells(Found found) {
    return COLUMNS.stream()
        .map(column -> value(column, found))
        .map(value -> value == null ? null : value.toString());
  }

  private static @Nullable Object value(String column, Found found) {
    ProcessInfo process = found.process();
    ExtendedRecord record = found.record();
    return switch (column) {
      case "id" -> found.id();
      case "type" -> word(found.type());
      case "kind" -> found.kind() == null ? null : word(found.kind());
      case "name" -> found.name().display();
      case "command" -> process == null ? null : NodeText.command(process);
      case "user" -> found.user().isEmpty() ? null : found.user();
      case "pid" ->
          process == null || process.declaration().pid() == 0 ? null : process.declaration().pid();
      case "time" -> found.timeNanos() == 0 ? null : DisplayText.instant(found.timeNanos());
      case "count" -> found.count();
      case "bytes" -> found.bytes();
      case "record" -> record == null ? null : DisplayText.text(record.type());
      default -> record == null ? null : record.lsn();
    };
  }

  /** Writes search results as JSON during the search. */
  public static void writeJson(Finder finder, OutputStream out) throws IOException {
    writeJson(out, json -> finder.find(found -> write(found, "", json)));
  }

  /**
   * Writes search results as JSON.
   *
   * @param left the number of results beyond the limit
   */
  public static void writeJson(List<OnHost> all, long left, OutputStream out) throws IOException {
    writeJson(
        out,
        json -> {
          for (OnHost each : all) {
            write(each.found, each.host, json);
          }
          return left;
        });
  }

  /** Writes results and returns the number of results beyond the limit. */
  @FunctionalInterface
  private interface Things {
    long write(JsonGenerator json) throws IOException;
  }

  private static void writeJson(OutputStream out, Things things) throws IOException {
    JsonOutput.write(
        out,
        json -> {
          json.writeStartObject();
          JsonOutput.writeFormat(json, "find");
          json.writeArrayFieldStart("found");
          long left = things.write(json);
          json.writeEndArray();
          json.writeNumberField("left", left);
          json.writeEndObject();
        });
  }

  private static void write(Found found, String host, JsonGenerator json) throws IOException {
    json.writeStartObject();
    if (!host.isEmpty()) {
      json.writeStringField("host", host);
    }
    for (String column : COLUMNS) {
      Object value = value(column, found);
      if (value instanceof Long number) {
        json.writeNumberField(column, number);
      } else {
        json.writeStringField(column, (String) value);
      }
    }
    json.writeEndObject();
  }
}
