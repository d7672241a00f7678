package org.colophon.reporters.dsl.prov;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Iterator;
import java.util.Set;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.dsl.text.DisplayText;

/**
 * Stores records as extended records of type {@value #TYPE}: all elements, and relations with more
 * than effect, cause and time.
 */
final class ProvRecords {
  static final String TYPE = "prov/record";

  private static final Set<String> MAPPED =
      Set.of("prov:time", "prov:role", "colophon:kind", "colophon:firstLsn", "colophon:lastLsn");

  private final OperationSink sink;
  private final ProvRefusals refusals;
  private final ObjectMapper mapper = new ObjectMapper();

  ProvRecords(OperationSink sink, ProvRefusals refusals) {
    this.sink = sink;
    this.refusals = refusals;
  }

  void keep(ProvRecord what, long process, long object, long timeNanos) {
    if (what.kind().isElement() || saysMore(what)) {
      refusals.attempt(what.id(), () -> sink.extend(process, object, TYPE, json(what), timeNanos));
    }
  }

  private static boolean saysMore(ProvRecord relation) {
    ProvKind kind = relation.kind();
    boolean isPlain =
        switch (kind) {
          case USED, GENERATED, INFORMED, DERIVED, ASSOCIATED -> true;
          default -> relation.attributes().has("colophon:firstLsn");
        };
    if (!isPlain || !Prefixes.isBlank(relation.id()) || !relation.scope().bundle().isEmpty()) {
      return true;
    }
    Iterator<String> names = relation.attributes().fieldNames();
    while (names.hasNext()) {
      String name = names.next();
      if (!name.equals(kind.effect) && !name.equals(kind.cause) && !MAPPED.contains(name)) {
        return true;
      }
    }
    String role = relation.text("prov:role");
    return !role.isEmpty() && !role.equals("code");
  }

  /**
   * Returns a record as JSON. If an export contains the record of an earlier import, returns the
   * earlier record.
   */
  private Bytes json(ProvRecord what) {
    String imported = what.text("colophon:imported");
    if (!imported.isEmpty()) {
      return DisplayText.decode(imported);
    }
    ObjectNode node = mapper.createObjectNode();
    node.put("prov", what.kind().section);
    node.put("id", what.id());
    if (!what.scope().bundle().isEmpty()) {
      node.put("bundle", what.scope().bundle());
    }
    node.set("attributes", what.attributes());
    try {
      return Bytes.wrap(mapper.writeValueAsBytes(node));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("parsed JSON cannot be written", e);
    }
  }
}
