package org.colophon.reporters.dsl.prov;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A record of a document.
 *
 * @param id as the document names it
 * @param attributes as they stand there, the ends of relations included
 */
record ProvRecord(ProvKind kind, String id, Scope scope, ObjectNode attributes) {
  /** The text of an attribute: of a literal its value, of a list its first; empty if none. */
  String text(String attribute) {
    return text(attributes.get(attribute));
  }

  private static String text(JsonNode value) {
    if (value == null) {
      return "";
    }
    if (value.isArray()) {
      return text(value.get(0));
    }
    return value.isObject() ? text(value.get("$")) : value.asText();
  }

  /** When a relation was, or an activity began. */
  long timeNanos() {
    return XsdTime.nanos(text(kind == ProvKind.ACTIVITY ? "prov:startTime" : "prov:time"));
  }

  /** An attribute of Colophon's own exports as a number; {@code otherwise} if it is none. */
  long number(String attribute, long otherwise) {
    String text = text(attribute);
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : otherwise;
  }
}
