// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;

/**
 * A relation that follows from the recorded history.
 *
 * @param role distinguishes relations of the same kind between the same ends
 * @param cause id of the cause; empty if unknown
 * @param timeNanos time; 0 if unknown
 */
record RecordedStatement(
    String relation,
    String role,
    String effect,
    String cause,
    long timeNanos,
    Map<String, String> attributes)
    implements ProvStatement {
  @Override
  public String bundle() {
    return "";
  }

  @Override
  public String id() {
    return "";
  }

  @Override
  public ObjectNode fields() {
    List<String> arguments = ProvNames.arguments(relation);
    ObjectNode fields = JsonNodeFactory.instance.objectNode().put(arguments.get(0), effect);
    if (!cause.isEmpty()) {
      fields.put(arguments.get(1), cause);
    }
    if (timeNanos != 0) {
      fields.put("prov:time", ProvNames.time(timeNanos));
    }
    attributes.forEach(fields::put);
    return fields;
  }

  boolean isAttempted() {
    return attributes.containsKey("colophon:attempted");
  }

  String key() {
    return relation + " " + role + " " + effect + " " + cause;
  }
}
