// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The prefixes of an export: those of Colophon, and those of imported records. A prefix with two
 * meanings, or one that PROV-N does not allow, is replaced.
 */
final class Namespaces {
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z][-_A-Za-z0-9]*");

  private static final Set<String> NAME_TYPES =
      Set.of("xsd:QName", "prov:QUALIFIED_NAME", "prov:QualifiedName");

  private final Map<String, String> prefixes = new TreeMap<>(ProvNames.prefixes());

  Map<String, String> prefixes() {
    return prefixes;
  }

  /**
   * Returns a name of a record as a name of the export.
   *
   * @param declared the prefixes of the record; a name with another prefix is unchanged
   */
  String name(String name, JsonNode declared) {
    int colon = name.indexOf(':');
    if (name.isEmpty()) {
      return "";
    }
    String namespace = declared.path(colon < 0 ? "default" : name.substring(0, colon)).asText();
    if (namespace.isEmpty()) {
      return name;
    }
    String wanted = colon < 0 ? "ns" : name.substring(0, colon);
    return prefix(wanted, namespace) + ":" + name.substring(colon + 1);
  }

  private String prefix(String wanted, String namespace) {
    boolean isAllowed = PREFIX.matcher(wanted).matches() && !ProvNames.isWord(wanted);
    String prefix = isAllowed ? wanted : "ns";
    int n = 0;
    while (!prefixes.computeIfAbsent(prefix, key -> namespace).equals(namespace)) {
      prefix = "ns" + ++n;
    }
    return prefix;
  }

  /** Returns whether the literals of a type are qualified names. */
  static boolean isName(String type) {
    return NAME_TYPES.contains(type);
  }

  /** Returns the value of an attribute with the names of the export. */
  JsonNode value(JsonNode value, JsonNode declared) {
    if (value instanceof ArrayNode array) {
      ArrayNode values = array.arrayNode();
      array.forEach(each -> values.add(value(each, declared)));
      return values;
    }
    if (!(value instanceof ObjectNode literal) || !literal.has("type")) {
      return value;
    }
    ObjectNode renamed = literal.deepCopy();
    String type = literal.path("type").asText();
    renamed.put("type", name(type, declared));
    if (isName(type)) {
      renamed.put("$", name(literal.path("$").asText(), declared));
    }
    return renamed;
  }
}
