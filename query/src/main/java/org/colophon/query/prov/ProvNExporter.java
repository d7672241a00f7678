package org.colophon.query.prov;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.colophon.query.api.Lineage;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.prov.ProvDocument.Element;
import org.colophon.query.prov.ProvDocument.Statement;

/** Exports PROV-N (W3C recommendation of 2013). */
public final class ProvNExporter {
  private ProvNExporter() {}

  public static void write(Lineage lineage, ExportOptions options, OutputStream out)
      throws IOException {
    ProvDocument document = new ProvDocument(lineage);
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    writer.write("document\n");
    for (Map.Entry<String, String> prefix : new TreeMap<>(ProvNames.prefixes()).entrySet()) {
      writer.write("  prefix " + prefix.getKey() + " <" + prefix.getValue() + ">\n");
    }
    for (Element element : document.elements()) {
      writer.write("  " + element(element) + "\n");
    }
    for (Statement statement : document.statements()) {
      writer.write("  " + statement(statement) + "\n");
    }
    writer.write("endDocument\n");
    writer.flush();
  }

  private static String element(Element element) {
    List<String> parts = new ArrayList<>();
    parts.add(element.id());
    if (element.type().equals("activity")) {
      parts.add(time(element.startNanos()));
      parts.add(time(element.endNanos()));
    }
    return call(element.type(), parts, element.attributes());
  }

  private static String statement(Statement statement) {
    List<String> parts = new ArrayList<>();
    parts.add(statement.effect());
    parts.add(statement.cause().isEmpty() ? "-" : statement.cause());
    switch (statement.relation()) {
      case "used", "wasGeneratedBy", "wasInvalidatedBy" -> parts.add(time(statement.timeNanos()));
      case "wasAssociatedWith" -> parts.add("-");
      default -> {
        // No further positional argument of the other relations is used.
      }
    }
    return call(statement.relation(), parts, statement.attributes());
  }

  private static String call(String name, List<String> parts, Map<String, String> attributes) {
    String tail =
        attributes.isEmpty()
            ? ""
            : attributes.entrySet().stream()
                .map(each -> each.getKey() + "=" + quote(each.getValue()))
                .collect(Collectors.joining(", ", ", [", "]"));
    return name + "(" + String.join(", ", parts) + tail + ")";
  }

  private static String time(long nanos) {
    return nanos == 0 ? "-" : ProvNames.time(nanos);
  }

  /**
   * Returns a string literal. The text is terminal-safe: its only control characters are tabs and
   * line ends.
   */
  private static String quote(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\"", "\\\"");
    return '"' + escaped.replace("\n", "\\n").replace("\t", "\\t") + '"';
  }
}
