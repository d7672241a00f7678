// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.openlineage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Creates events and facets with the fields that OpenLineage requires of each. */
record Facets(String producer) {
  private static final String SPEC = "https://openlineage.io/spec/";
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Returns a new event without its fields. */
  ObjectNode event(String type, String time) {
    return object()
        .put("eventType", type)
        .put("eventTime", time)
        .put("producer", producer)
        .put("schemaURL", SPEC + "2-0-2/OpenLineage.json#/$defs/RunEvent");
  }

  /**
   * Returns a new facet of the specification.
   *
   * @param name name of its type, such as {@code ParentRunFacet}
   * @param version version of the facet's schema
   */
  ObjectNode facet(String name, String version) {
    return facet(name, version, name);
  }

  /** Returns the facet of a job that ends by itself. */
  ObjectNode jobType(String integration, String type) {
    return facet("JobTypeJobFacet", "2-0-4")
        .put("processingType", "BATCH")
        .put("integration", integration)
        .put("jobType", type);
  }

  /** Returns a new facet of a schema file that has another name. */
  ObjectNode facet(String file, String version, String name) {
    return custom("%sfacets/%s/%s.json#/$defs/%s".formatted(SPEC, version, file, name));
  }

  /** Returns a new facet of a schema. */
  ObjectNode custom(String schema) {
    return object().put("_producer", producer).put("_schemaURL", schema);
  }

  static ObjectNode object() {
    return NODES.objectNode();
  }
}
