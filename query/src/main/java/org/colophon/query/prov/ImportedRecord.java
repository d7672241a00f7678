// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.ExtendedRecord;
import org.colophon.query.record.RecordJson;

/**
 * An element or a relation of an imported PROV document, as the import stored it: JSON, and for a
 * relation the ids of its ends, eight bytes each.
 *
 * @param ends the ends of a relation by attribute; empty for an element
 */
record ImportedRecord(ExtendedRecord stored, JsonNode json, Map<String, End> ends) {
  /** Attributes that name other relations. */
  static final List<String> REFERENCES = List.of("prov:generation", "prov:usage");

  private static final List<String> ELEMENTS = List.of("entity", "activity", "agent");

  /**
   * An end of a relation.
   *
   * @param type {@code process}, {@code agent} or {@code object}
   */
  record End(String type, long id) {}

  static ImportedRecord of(ExtendedRecord stored) {
    JsonNode json = Objects.requireNonNullElse(RecordJson.tree(stored), MissingNode.getInstance());
    Map<String, End> ends = new LinkedHashMap<>();
    Bytes data = stored.data();
    int at = data.length() - json.path("ends").size() * Long.BYTES;
    if (at > 0) {
      ByteBuffer ids = ByteBuffer.wrap(data.toArray(), at, data.length() - at);
      json.path("ends").properties().forEach(each -> ends.put(each.getKey(), end(each, ids)));
    }
    return new ImportedRecord(stored, json, ends);
  }

  private static End end(Map.Entry<String, JsonNode> attribute, ByteBuffer ids) {
    return new End(attribute.getValue().asText(), ids.getLong());
  }

  /** Returns whether it is an element, other than one that an export of Colophon declared. */
  boolean isElement() {
    if (!ELEMENTS.contains(json.path("prov").asText())) {
      return false;
    }
    String prefix = json.path("id").asText().replaceFirst(":.*", "");
    return json.path("prefix").has(prefix) || !ProvNames.prefixes().containsKey(prefix);
  }

  /** Returns whether it is a relation. Earlier versions stored relations without their ends. */
  boolean isRelation() {
    return !ends.isEmpty() && ProvNames.isRelation(relation());
  }

  String relation() {
    return json.path("prov").asText();
  }

  long lsn() {
    return stored.lsn();
  }

  JsonNode attributes() {
    return json.path("attributes");
  }
}
