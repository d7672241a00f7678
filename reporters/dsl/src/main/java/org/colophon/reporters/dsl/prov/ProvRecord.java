// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.colophon.reporters.dsl.text.Times;

/**
 * A record of a document.
 *
 * @param id the name in the document
 * @param attributes all attributes, including the ends of relations
 */
record ProvRecord(ProvKind kind, String id, Prefixes scope, ObjectNode attributes) {
  /**
   * Returns the text of an attribute: the value of a literal, or the first element of a list. Empty
   * if absent.
   */
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

  /** Returns the time of a relation, or the start of an activity. */
  long timeNanos() {
    return Times.isoNanos(text(kind == ProvKind.ACTIVITY ? "prov:startTime" : "prov:time"));
  }

  /** Returns a numeric attribute of Colophon's exports. */
  long number(String attribute, long otherwise) {
    String text = text(attribute);
    return text.matches("[0-9]{1,18}") ? Long.parseLong(text) : otherwise;
  }
}
