// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.colophon.query.api.Lineage;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.prov.ProvDocument.Element;

/** Exports PROV-N (W3C recommendation of 2013). */
public final class ProvNExporter {
  /** Relations for which PROV-N has neither ids nor attributes. They become a comment. */
  private static final Set<String> BARE =
      Set.of("specializationOf", "alternateOf", "hadMember", "mentionOf");

  private final Writer writer;

  private ProvNExporter(Writer writer) {
    this.writer = writer;
  }

  public static void write(Lineage lineage, ExportOptions options, OutputStream out)
      throws IOException {
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    new ProvNExporter(writer).write(new ProvDocument(lineage, options.asRecorded()));
    writer.flush();
  }

  private void write(ProvDocument document) throws IOException {
    writer.write("document\n");
    for (Map.Entry<String, String> prefix : document.prefixes().entrySet()) {
      writer.write("  prefix " + prefix.getKey() + " <" + ProvNText.iri(prefix.getValue()) + ">\n");
    }
    for (Element element : document.elements()) {
      writer.write("  " + element(element) + "\n");
    }
    Map<String, List<ProvStatement>> bundles =
        document.statements().stream()
            .collect(
                Collectors.groupingBy(
                    ProvStatement::bundle, LinkedHashMap::new, Collectors.toList()));
    for (ProvStatement each : bundles.getOrDefault("", List.of())) {
      writer.write("  " + statement(each) + "\n");
    }
    bundles.remove("");
    for (Map.Entry<String, List<ProvStatement>> bundle : bundles.entrySet()) {
      writer.write("  bundle " + ProvNText.name(bundle.getKey()) + "\n");
      for (ProvStatement each : bundle.getValue()) {
        writer.write("    " + statement(each) + "\n");
      }
      writer.write("  endBundle\n");
    }
    writer.write("endDocument\n");
  }

  private static String element(Element element) {
    List<String> parts = new ArrayList<>();
    parts.add(ProvNText.name(element.id()));
    if (element.type().equals("activity")) {
      parts.add(time(element.startNanos()));
      parts.add(time(element.endNanos()));
    }
    List<String> attributes = new ArrayList<>();
    element
        .attributes()
        .forEach((name, text) -> attributes.add(name + "=" + ProvNText.quote(text)));
    return element.type() + "(" + String.join(", ", parts) + bracketed(attributes) + ")";
  }

  /** Returns a statement on one line. */
  static String statement(ProvStatement statement) {
    List<String> parts = new ArrayList<>();
    List<String> attributes = new ArrayList<>();
    Map<String, JsonNode> fields = new LinkedHashMap<>();
    statement.fields().properties().forEach(each -> fields.put(each.getKey(), each.getValue()));
    for (String argument : ProvNames.arguments(statement.relation())) {
      String text = ProvNText.argument(argument, fields.get(argument));
      parts.add(text.isEmpty() ? "-" : text);
      if (!text.isEmpty()) {
        fields.remove(argument);
      }
    }
    fields.forEach((name, value) -> addAttribute(attributes, name, value));
    String id = statement.id().isEmpty() ? "" : ProvNText.name(statement.id()) + "; ";
    String all =
        statement.relation() + "(" + id + String.join(", ", parts) + bracketed(attributes) + ")";
    boolean isBare = BARE.contains(statement.relation());
    boolean isWhole = id.isEmpty() && attributes.isEmpty();
    return !isBare || isWhole
        ? all
        : statement.relation() + "(" + String.join(", ", parts) + ") // " + all;
  }

  private static void addAttribute(List<String> attributes, String name, JsonNode value) {
    if (value.isArray()) {
      value.forEach(each -> addAttribute(attributes, name, each));
    } else {
      attributes.add(ProvNText.name(name) + "=" + ProvNText.literal(value));
    }
  }

  private static String bracketed(List<String> attributes) {
    return attributes.isEmpty() ? "" : ", [" + String.join(", ", attributes) + "]";
  }

  private static String time(long nanos) {
    return nanos == 0 ? "-" : ProvNames.time(nanos);
  }
}
