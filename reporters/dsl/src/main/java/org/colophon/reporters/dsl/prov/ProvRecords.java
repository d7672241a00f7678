// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.dsl.text.DisplayText;

/**
 * Stores all elements and relations as extended records of type {@value #TYPE}. A record is JSON.
 * In the record of a relation, the ids of its ends follow, eight bytes each, in the order of the
 * field {@code ends}.
 */
final class ProvRecords {
  static final String TYPE = "prov/record";

  /** Attributes that an export adds to a relation. */
  private static final List<String> OF_EXPORTS =
      List.of("colophon:firstLsn", "colophon:lastLsn", "colophon:proof");

  private final OperationSink sink;
  private final ProvRefusals refusals;
  private final ObjectMapper mapper = new ObjectMapper();

  ProvRecords(OperationSink sink, ProvRefusals refusals) {
    this.sink = sink;
    this.refusals = refusals;
  }

  /**
   * Stores an element. If an export contains the record of an earlier import, stores the earlier
   * record.
   */
  void keep(ProvRecord element, ProvNode node) {
    String imported = element.text("colophon:imported");
    Bytes data =
        imported.isEmpty()
            ? bytes(json(element, element.attributes()))
            : DisplayText.decode(imported);
    extend(element, node, data, new int[0]);
  }

  /**
   * Stores a relation at the first of its ends.
   *
   * @param ends its ends by attribute, all declared
   */
  void keep(ProvRecord relation, Map<String, ProvNode> ends) {
    ObjectNode attributes = relation.attributes().deepCopy();
    attributes.remove(relation.kind().ends());
    attributes.remove(OF_EXPORTS);
    ObjectNode json = json(relation, attributes);
    json.put("id", relation.scope().unique(relation.id()));
    for (String reference : ProvKind.REFERENCES) {
      if (attributes.has(reference)) {
        attributes.put(reference, relation.scope().unique(relation.text(reference)));
      }
    }
    ObjectNode types = json.putObject("ends");
    ends.forEach((attribute, node) -> types.put(attribute, type(relation, attribute, node)));
    Bytes text = bytes(json);
    int[] idsAt =
        IntStream.range(0, ends.size()).map(i -> text.length() + i * Long.BYTES).toArray();
    extend(relation, ends.values().iterator().next(), text.concat(ids(ends.values())), idsAt);
  }

  private static String type(ProvRecord relation, String attribute, ProvNode node) {
    boolean isAgent =
        relation.kind() == ProvKind.INFLUENCED ? node.isAgent : ProvKind.isAgent(attribute);
    return node.isActivity ? "process" : isAgent ? "agent" : "object";
  }

  private static Bytes ids(Collection<ProvNode> ends) {
    ByteBuffer ids = ByteBuffer.allocate(ends.size() * Long.BYTES);
    ends.forEach(each -> ids.putLong(each.id));
    return Bytes.wrap(ids.array());
  }

  private void extend(ProvRecord what, ProvNode at, Bytes data, int[] idsAt) {
    long process = at.isActivity ? at.id : 0;
    long object = at.isActivity ? 0 : at.id;
    long timeNanos = what.kind().isElement() ? 0 : what.timeNanos();
    refusals.attempt(what.id(), () -> sink.extend(process, object, TYPE, data, idsAt, timeNanos));
  }

  private ObjectNode json(ProvRecord what, ObjectNode attributes) {
    ObjectNode json = mapper.createObjectNode();
    json.put("prov", what.kind().section);
    json.put("id", what.id());
    String bundle = what.scope().bundle();
    if (!bundle.isEmpty()) {
      json.put("bundle", bundle);
    }
    Map<String, String> prefixes = what.scope().usedIn(what.id() + " " + bundle + " " + attributes);
    if (!prefixes.isEmpty()) {
      prefixes.forEach(json.putObject("prefix")::put);
    }
    json.set("attributes", attributes);
    return json;
  }

  private Bytes bytes(ObjectNode json) {
    try {
      return Bytes.wrap(mapper.writeValueAsBytes(json));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("parsed JSON cannot be written", e);
    }
  }
}
