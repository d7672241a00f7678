// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The relations of a PROV-JSON document as lines of text, with IRIs instead of names. A blank
 * entity is named by its label, a blank relation by its attributes. Statements that an export adds
 * are left out.
 */
final class ProvStatements {
  private static final String COLOPHON = "urn:colophon:";
  private static final String OBJECT = COLOPHON + "object:";
  private static final Set<ProvKind> IMPLIED = Set.of(ProvKind.DERIVED, ProvKind.INFLUENCED);
  private static final Set<String> BARE =
      Set.of("specializationOf", "alternateOf", "hadMember", "mentionOf");

  private final JsonNode document;
  private final boolean isProvN;
  private final Map<String, String> iris = new HashMap<>();
  private final List<String> lines = new ArrayList<>();

  private ProvStatements(JsonNode document, boolean isProvN) {
    this.document = document;
    this.isProvN = isProvN;
  }

  /**
   * Returns the sorted lines of a document.
   *
   * @param isProvN whether to leave out what PROV-N cannot express
   */
  static List<String> of(JsonNode document, boolean isProvN) {
    ProvStatements statements = new ProvStatements(document, isProvN);
    statements.addAll(document, "");
    document
        .path("bundle")
        .properties()
        .forEach(each -> statements.addAll(each.getValue(), each.getKey()));
    return statements.lines.stream().sorted().toList();
  }

  private record Scope(JsonNode content, String bundle) {}

  private void addAll(JsonNode content, String bundle) {
    Scope scope = new Scope(content, bundle);
    iris.clear();
    for (String type : List.of("entity", "activity", "agent")) {
      elements(type, scope, document);
      elements(type, scope, content);
    }
    for (Map.Entry<String, JsonNode> section : content.properties()) {
      if (ProvKind.of(section.getKey()) != null && !ProvKind.of(section.getKey()).isElement()) {
        for (Map.Entry<String, JsonNode> each : section.getValue().properties()) {
          for (JsonNode one :
              each.getValue().isArray() ? each.getValue() : List.of(each.getValue())) {
            add(ProvKind.of(section.getKey()), each.getKey(), one, scope);
          }
        }
      }
    }
  }

  private void elements(String type, Scope scope, JsonNode content) {
    for (Map.Entry<String, JsonNode> each : content.path(type).properties()) {
      JsonNode first = each.getValue().isArray() ? each.getValue().get(0) : each.getValue();
      String iri = first.path("colophon:iri").asText();
      String label = first.path("prov:label").asText();
      boolean isLocal = expand(each.getKey(), scope).startsWith(COLOPHON);
      if (!iri.isEmpty()) {
        iris.put(expand(each.getKey(), scope), iri);
      } else if (isLocal || each.getKey().startsWith("_:")) {
        iris.put(expand(each.getKey(), scope), label);
      }
    }
  }

  private void add(ProvKind kind, String id, JsonNode fields, Scope scope) {
    JsonNode members = fields.path(kind.cause);
    if (members.isArray()) {
      for (JsonNode member : members) {
        add(kind, id, fields.deepCopy(), member, scope);
      }
    } else {
      add(kind, id, fields, members, scope);
    }
  }

  private void add(ProvKind kind, String id, JsonNode fields, JsonNode cause, Scope scope) {
    if (isImplied(kind, fields, expand(cause.asText(), scope), scope)) {
      return;
    }
    boolean isBare = isProvN && BARE.contains(kind.section);
    Map<String, String> shown = new TreeMap<>();
    for (Map.Entry<String, JsonNode> each : fields.properties()) {
      String name = each.getKey();
      JsonNode value = name.equals(kind.cause) ? cause : each.getValue();
      if (kind.ends().contains(name)) {
        shown.put(name, name(value.asText(), scope));
      } else if (!isBare && !name.endsWith("Lsn")) {
        shown.put(expand(name, scope), value(name, value, scope));
      }
    }
    boolean isAnonymous = isBare || isBlank(id, scope);
    String in = scope.bundle().isEmpty() ? "" : " in " + expand(scope.bundle(), scope);
    lines.add(kind.section + " " + (isAnonymous ? "" : expand(id, scope)) + shown + in);
  }

  private boolean isImplied(ProvKind kind, JsonNode fields, String cause, Scope scope) {
    String effect = expand(fields.path(kind.effect).asText(), scope);
    boolean isOurs = effect.startsWith(OBJECT) && cause.startsWith(OBJECT);
    boolean hasNoLsn = !fields.has("colophon:firstLsn") && !effect.equals(cause);
    return isOurs
        && (kind == ProvKind.SPECIALIZED
            ? !cause.contains(".v")
            : IMPLIED.contains(kind) && hasNoLsn);
  }

  private boolean isBlank(String name, Scope scope) {
    return name.startsWith("_:") || expand(name, scope).startsWith(COLOPHON + "record:");
  }

  private String name(String name, Scope scope) {
    String iri = expand(name, scope);
    return iris.getOrDefault(iri, iri);
  }

  private String value(String attribute, JsonNode value, Scope scope) {
    if (ProvKind.REFERENCES.contains(attribute)) {
      return isBlank(value.asText(), scope)
          ? noteOf(value.asText())
          : expand(value.asText(), scope);
    }
    if (value.isArray()) {
      List<String> values = new ArrayList<>();
      value.forEach(each -> values.add(value(attribute, each, scope)));
      return values.stream().sorted().toList().toString();
    }
    if (value.isNumber() || value.isBoolean()) {
      String type = value.isBoolean() ? "boolean" : value.isInt() ? "int" : "double";
      return value.asText().toLowerCase(java.util.Locale.ROOT)
          + " http://www.w3.org/2001/XMLSchema#"
          + type;
    }
    if (!value.isObject()) {
      return attribute.equals("prov:time") ? value.asText().replace("Z", "+00:00") : value.asText();
    }
    String type = value.path("type").asText();
    String text = value.path("$").asText();
    if (type.equals("xsd:QName") || type.equals("prov:QUALIFIED_NAME")) {
      return "<" + expand(text, scope) + ">";
    }
    return text + " " + (type.isEmpty() ? value.path("lang").asText() : expand(type, scope));
  }

  private String noteOf(String generation) {
    return document.path("wasGeneratedBy").path(generation).path("ex:note").asText();
  }

  private String expand(String name, Scope scope) {
    int colon = name.indexOf(':');
    String prefix = colon < 0 ? "default" : name.substring(0, colon);
    String builtIn =
        switch (prefix) {
          case "prov" -> "http://www.w3.org/ns/prov#";
          case "xsd" -> "http://www.w3.org/2001/XMLSchema#";
          default -> "";
        };
    String outer = document.path("prefix").path(prefix).asText(builtIn);
    String namespace = scope.content().path("prefix").path(prefix).asText(outer);
    return namespace.isEmpty() ? name : namespace + name.substring(colon + 1);
  }
}
