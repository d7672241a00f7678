// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.sbom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;

/** Makes trees of JSON. */
final class Json {
  static final JsonMapper MAPPER =
      JsonMapper.builder().disable(SerializationFeature.FLUSH_AFTER_WRITE_VALUE).build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static ArrayNode texts(Collection<String> texts) {
    ArrayNode array = MAPPER.createArrayNode();
    texts.forEach(array::add);
    return array;
  }

  static ArrayNode array(Collection<? extends JsonNode> nodes) {
    return MAPPER.createArrayNode().addAll(nodes);
  }

  /** Sets an array, unless it is empty. */
  static void setUnlessEmpty(ObjectNode object, String field, ArrayNode array) {
    if (!array.isEmpty()) {
      object.set(field, array);
    }
  }
}
