// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.colophon.core.error.ErrorCode;
import org.colophon.query.api.Lineage;
import org.colophon.query.format.ExportOptions;
import org.colophon.query.prov.ProvDocument.Element;
import org.jspecify.annotations.Nullable;

/**
 * Exports PROV-O (W3C recommendation of 2013) as Turtle. A relation is one triple between its ends.
 * If it has an id, a time or attributes, it also has a qualified form. PROV-O does not qualify some
 * relations; a comment in PROV-N has their attributes.
 */
public final class ProvTurtleExporter {
  private static final Pattern LOCAL =
      Pattern.compile("[A-Za-z0-9_]([-.A-Za-z0-9_]*[-A-Za-z0-9_])?");
  private static final String LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>";
  private static final Set<String> NOT_QUALIFIED =
      Set.of("specializationOf", "alternateOf", "hadMember", "mentionOf");

  private final Map<String, String> prefixes;
  private final Writer writer;

  private ProvTurtleExporter(Map<String, String> prefixes, Writer writer) {
    this.prefixes = new TreeMap<>(prefixes);
    this.prefixes.put("prov", ProvNames.PROV);
    this.prefixes.put("xsd", ProvNames.XSD);
    this.writer = writer;
  }

  /**
   * Writes a document.
   *
   * @throws org.colophon.core.error.ColophonException BAD_REQUEST if a statement is in a bundle
   */
  public static void write(Lineage lineage, ExportOptions options, OutputStream out)
      throws IOException {
    ProvDocument document = new ProvDocument(lineage, options.asRecorded());
    for (ProvStatement each : document.statements()) {
      if (!each.bundle().isEmpty()) {
        throw ErrorCode.BAD_REQUEST.exception(
            "Turtle cannot contain the imported bundle %s; use -f prov-jsonld, prov-json or prov-n"
                .formatted(ProvNText.quote(each.bundle())));
      }
    }
    Writer writer = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    new ProvTurtleExporter(document.prefixes(), writer).write(document);
    writer.flush();
  }

  private void write(ProvDocument document) throws IOException {
    for (Map.Entry<String, String> each : prefixes.entrySet()) {
      writer.write("@prefix " + each.getKey() + ": " + iri(each.getValue()) + " .\n");
    }
    writer.write('\n');
    for (Element element : document.elements()) {
      List<String> parts = new ArrayList<>();
      String type = element.type();
      parts.add("a prov:" + type.substring(0, 1).toUpperCase(Locale.ROOT) + type.substring(1));
      addTime(parts, "prov:startedAtTime", element.startNanos());
      addTime(parts, "prov:endedAtTime", element.endNanos());
      element.attributes().forEach((name, text) -> parts.add(property(name) + " " + quote(text)));
      write(name(element.id()), parts);
    }
    for (ProvStatement each : document.statements()) {
      write(each);
    }
  }

  private static void addTime(List<String> parts, String property, long nanos) {
    if (nanos != 0) {
      parts.add(property + " " + time(ProvNames.time(nanos)));
    }
  }

  private static String time(String text) {
    return quote(text) + (ProvNText.isTime(text) ? "^^xsd:dateTime" : "");
  }

  private void write(String subject, List<String> parts) throws IOException {
    writer.write(subject + " " + String.join(" ;\n    ", parts) + " .\n");
  }

  private void write(ProvStatement statement) throws IOException {
    String relation = statement.relation();
    List<String> arguments = ProvNames.arguments(relation);
    Map<String, JsonNode> fields = new TreeMap<>();
    statement.fields().properties().forEach(each -> fields.put(each.getKey(), each.getValue()));
    String effect = argument(fields.remove(arguments.get(0)));
    String cause = argument(fields.get(arguments.get(1)));
    List<String> parts = new ArrayList<>();
    if (!cause.isEmpty()) {
      parts.add("prov:" + relation + " " + cause);
    }
    boolean isPlain = fields.size() <= (cause.isEmpty() ? 0 : 1) && statement.id().isEmpty();
    if (NOT_QUALIFIED.contains(relation)) {
      String bundle = argument(fields.get("prov:bundle"));
      if (!bundle.isEmpty()) {
        parts.add("prov:asInBundle " + bundle);
      }
      if (!isPlain) {
        writer.write("# " + ascii(ProvNExporter.statement(statement)) + "\n");
      }
    } else if (!isPlain || cause.isEmpty()) {
      parts.add(qualified(statement, fields));
    }
    if (!effect.isEmpty() && !parts.isEmpty()) {
      write(effect, parts);
    }
  }

  private String qualified(ProvStatement statement, Map<String, JsonNode> fields)
      throws IOException {
    String type = ProvNames.className(statement.relation());
    List<String> parts = new ArrayList<>(List.of("a prov:" + type));
    List<String> arguments = ProvNames.arguments(statement.relation());
    for (Map.Entry<String, JsonNode> each : fields.entrySet()) {
      int at = arguments.indexOf(each.getKey());
      if (each.getKey().equals("prov:time")) {
        parts.add("prov:atTime " + time(ProvLiteral.of(each.getValue()).text()));
      } else if (at > 0) {
        String property = at == 1 ? influencer(type) : further(each.getKey());
        parts.add(property + " " + argument(each.getValue()));
      } else {
        addAttribute(parts, property(each.getKey()), each.getValue());
      }
    }
    String property = "prov:qualified" + type + " ";
    if (statement.id().isEmpty()) {
      return property + "[ " + String.join(" ; ", parts) + " ]";
    }
    String id = name(statement.id());
    write(id, parts);
    return property + id;
  }

  /** Returns the property of a qualified relation that has its cause. */
  private static String influencer(String type) {
    return switch (type) {
      case "Generation", "Invalidation", "Communication" -> "prov:activity";
      case "Association", "Attribution", "Delegation" -> "prov:agent";
      case "Influence" -> "prov:influencer";
      default -> "prov:entity";
    };
  }

  private static String further(String argument) {
    return switch (argument) {
      case "prov:plan" -> "prov:hadPlan";
      case "prov:generation" -> "prov:hadGeneration";
      case "prov:usage" -> "prov:hadUsage";
      default -> "prov:hadActivity"; // activity, starter and ender
    };
  }

  private String property(String attribute) {
    return switch (attribute) {
      case "prov:type" -> "a";
      case "prov:label" -> LABEL;
      case "prov:role" -> "prov:hadRole";
      case "prov:location" -> "prov:atLocation";
      default -> name(attribute);
    };
  }

  private void addAttribute(List<String> parts, String property, JsonNode value) {
    if (value.isArray()) {
      value.forEach(each -> addAttribute(parts, property, each));
    } else {
      parts.add(property + " " + literal(ProvLiteral.of(value)));
    }
  }

  private String literal(ProvLiteral literal) {
    if (literal.isName()) {
      return name(literal.text());
    }
    if (!literal.language().isEmpty()) {
      return quote(literal.text()) + "@" + literal.language();
    }
    return quote(literal.text()) + (literal.type().isEmpty() ? "" : "^^" + name(literal.type()));
  }

  /** Returns the name of an end; empty if it is absent. */
  private String argument(@Nullable JsonNode value) {
    String text = value == null ? "" : ProvLiteral.of(value).text();
    return text.isEmpty() ? "" : name(text);
  }

  /** Returns a name as a prefixed name, a blank node, or an IRI. */
  private String name(String name) {
    int colon = name.indexOf(':');
    String local = name.substring(colon + 1);
    String namespace = colon < 0 ? null : prefixes.get(name.substring(0, colon));
    if ((namespace != null || name.startsWith("_:")) && LOCAL.matcher(local).matches()) {
      return name;
    }
    return iri(namespace == null ? name : namespace + local);
  }

  private static String quote(String text) {
    return '"' + ascii(text.replace("\\", "\\\\").replace("\"", "\\\"")) + '"';
  }

  private static String iri(String iri) {
    return "<" + ascii(ProvNText.iri(iri)) + ">";
  }

  /** Escapes other characters than those of ASCII, so that text cannot control a terminal. */
  private static String ascii(String text) {
    return text.codePoints()
        .mapToObj(c -> c >= ' ' && c <= '~' ? Character.toString(c) : String.format("\\U%08X", c))
        .collect(Collectors.joining());
  }
}
