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
import org.colophon.core.model.ObjectKind;
import org.colophon.query.format.NodeText;
import org.colophon.query.text.DisplayText;
import org.colophon.query.text.JsonOutput;
import org.colophon.query.text.TextTable;

/** Writes found things. Names are in harmless text. */
public final class FoundWriter {
  private static final List<String> COLUMNS =
      List.of(
          "id", "type", "kind", "name", "command", "user", "pid", "time", "count", "bytes",
          "record", "lsn");

  private FoundWriter() {}

  /** A found thing and its host. */
  public record OnHost(String host, Found found) {}

  /** Returns found things as a table for people. */
  public static TextTable table(List<Found> all, ZoneId zone) {
    TextTable table = new TextTable("id", "kind", "time", "count", "bytes", "name");
    all.forEach(each -> table.row(row(each, zone)));
    return table;
  }

  /** Returns things of several hosts as a table for people. */
  public static TextTable tableOfHosts(List<OnHost> all, ZoneId zone) {
    TextTable table = new TextTable("host", "id", "kind", "time", "count", "bytes", "name");
    for (OnHost each : all) {
      table.row(
          Stream.concat(Stream.of(each.host), Arrays.stream(row(each.found, zone)))
              .toArray(String[]::new));
    }
    return table;
  }

  private static String[] row(Found each, ZoneId zone) {
    boolean isRecord = each.record() != null;
    return new String[] {
      each.id(),
      isRecord ? DisplayText.text(each.record().type()) : kind(each),
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

  /** Writes found things as CSV after RFC 4180. */
  public static void writeCsv(List<Found> all, OutputStream out) throws IOException {
    writeLine(COLUMNS.stream(), out);
    for (Found each : all) {
      writeLine(cells(each), out);
    }
    out.flush();
  }

  /** Writes things of several hosts as CSV; the first column is the host. */
  public static void writeCsvOfHosts(List<OnHost> all, OutputStream out) throws IOException {
    writeLine(Stream.concat(Stream.of("host"), COLUMNS.stream()), out);
    for (OnHost each : all) {
      writeLine(Stream.concat(Stream.of(each.host), cells(each.found)), out);
    }
    out.flush();
  }

  private static void writeLine(Stream<String> cells, OutputStream out) throws IOException {
    String line = cells.map(FoundWriter::cell).collect(Collectors.joining(",", "", "\r\n"));
    out.write(line.getBytes(StandardCharsets.UTF_8));
  }

  private static String cell(String text) {
    if (text == null) {
      return "";
    }
    boolean isPlain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\r' || c == '\n');
    return isPlain ? text : '"' + text.replace("\"", "\"\"") + '"';
  }

  /** Returns the values of {@link #COLUMNS}; null for a missing value. */
  private static Stream<String> cells(Found found) {
    return COLUMNS.stream()
        .map(column -> value(column, found))
        .map(value -> value == null ? null : value.toString());
  }

  private static Object value(String column, Found found) {
    boolean isProcess = found.process() != null;
    return switch (column) {
      case "id" -> found.id();
      case "type" -> word(found.type());
      case "kind" -> found.kind() == null ? null : word(found.kind());
      case "name" -> found.name().display();
      case "command" -> isProcess ? NodeText.command(found.process()) : null;
      case "user" -> found.user().isEmpty() ? null : found.user();
      case "pid" ->
          isProcess && found.process().declaration().pid() != 0
              ? found.process().declaration().pid()
              : null;
      case "time" -> found.timeNanos() == 0 ? null : DisplayText.instant(found.timeNanos());
      case "count" -> found.count();
      case "bytes" -> found.bytes();
      case "record" ->
          found.type() == FoundType.RECORD ? DisplayText.text(found.record().type()) : null;
      default -> found.type() == FoundType.RECORD ? found.record().lsn() : null;
    };
  }

  /** Writes search results as JSON while they are found. */
  public static void writeJson(Finder finder, OutputStream out) throws IOException {
    JsonOutput.write(
        out,
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("found");
          long left = finder.find(found -> write(found, "", json));
          json.writeEndArray();
          json.writeNumberField("left", left);
          json.writeEndObject();
        });
  }

  /**
   * Writes things of several hosts as JSON.
   *
   * @param left the number of things beyond the limit
   */
  public static void writeJsonOfHosts(List<OnHost> all, long left, OutputStream out)
      throws IOException {
    JsonOutput.write(
        out,
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("found");
          for (OnHost each : all) {
            write(each.found, each.host, json);
          }
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
