// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import org.colophon.exports.ocsf.EventParts.Origin;

/**
 * OCSF events as log records of OTLP in JSON. The body is the event as a list of keys and values,
 * so that processors of a collector can address its fields. The attribute {@code log.record.uid}
 * lets receivers drop duplicates.
 *
 * @see <a href="https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding">OTLP</a>
 */
final class OtlpLogs {
  private static final int INFO = 9;
  private static final int WARN = 13;
  private static final int MEDIUM = 3;
  private static final String MILLIS = "000000";

  private OtlpLogs() {}

  /** Returns a request with the events of one store. */
  static ObjectNode request(List<ObjectNode> events, Origin origin, Instant now) {
    ObjectNode request = EventParts.object();
    ObjectNode logs = request.putArray("resourceLogs").addObject();
    ArrayNode about = logs.putObject("resource").putArray("attributes");
    attribute(about, "service.name", "colophon");
    attribute(about, "service.version", origin.version());
    attribute(about, "service.instance.id", origin.store());
    attribute(about, "host.id", origin.hostId());
    attribute(about, "host.name", origin.hostName());
    ObjectNode scope = logs.putArray("scopeLogs").addObject();
    scope.putObject("scope").put("name", "colophon.ocsf").put("version", origin.version());
    ArrayNode records = scope.putArray("logRecords");
    for (ObjectNode each : events) {
      records.add(record(each, now));
    }
    return request;
  }

  private static ObjectNode record(ObjectNode event, Instant now) {
    boolean isGap = event.path("severity_id").asInt() >= MEDIUM;
    long millis = event.path("time").asLong();
    ObjectNode record =
        EventParts.object()
            .put("timeUnixNano", millis == 0 ? "0" : millis + MILLIS)
            .put("observedTimeUnixNano", now.toEpochMilli() + MILLIS)
            .put("severityNumber", isGap ? WARN : INFO)
            .put("severityText", isGap ? "WARN" : "INFO");
    record.set("body", value(event));
    ArrayNode attributes = record.putArray("attributes");
    attribute(attributes, "log.record.uid", event.at("/metadata/uid").asText());
    return record;
  }

  private static void attribute(ArrayNode to, String key, String text) {
    to.addObject().put("key", key).putObject("value").put("stringValue", text);
  }

  private static ObjectNode value(JsonNode from) {
    ObjectNode value = EventParts.object();
    switch (from.getNodeType()) {
      case OBJECT -> {
        ArrayNode all = value.putObject("kvlistValue").putArray("values");
        from.properties()
            .forEach(
                each ->
                    all.addObject().put("key", each.getKey()).set("value", value(each.getValue())));
      }
      case ARRAY -> {
        ArrayNode all = value.putObject("arrayValue").putArray("values");
        from.forEach(each -> all.add(value(each)));
      }
      case NUMBER -> value.put("intValue", from.asText()); // events have whole numbers only
      case BOOLEAN -> value.put("boolValue", from.asBoolean());
      default -> value.put("stringValue", from.asText());
    }
    return value;
  }
}
