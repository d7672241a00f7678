// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.prov;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a PROV-JSON document record by record. Reports each invalid part with its place and skips
 * the part. After a syntax error, keeps the records before the error.
 */
public final class ProvReader {
  private final ObjectMapper mapper = new ObjectMapper();
  private final List<ProvRecord> records = new ArrayList<>();
  private final BiConsumer<String, String> refused;
  private @Nullable JsonParser json;
  private boolean isProv;

  /**
   * @param refused receives problems: the place ({@code 12:7}, line and column) and the reason
   */
  public ProvReader(BiConsumer<String, String> refused) {
    this.refused = refused;
  }

  /** Reads a document and leaves the stream open. Throws only if the stream does. */
  public void read(InputStream document) throws IOException {
    try (JsonParser parser = mapper.getFactory().createParser(document)) {
      parser.disable(JsonParser.Feature.AUTO_CLOSE_SOURCE);
      json = parser;
      parser.nextToken();
      container(new Prefixes(null, ""));
    } catch (StreamConstraintsException e) {
      refuse("exceeds a limit of the JSON parser: " + e.getOriginalMessage());
    } catch (CharConversionException e) {
      refuse("no JSON: " + e.getMessage());
    } catch (JsonProcessingException e) {
      String stored = isProv ? "; what came before is kept" : "";
      refuse("no JSON: " + e.getOriginalMessage() + stored);
    }
  }

  /** Returns whether any part of a PROV-JSON document was found. */
  public boolean isProv() {
    return isProv;
  }

  List<ProvRecord> records() {
    return records;
  }

  private void refuse(String problem) {
    JsonLocation at = json == null ? JsonLocation.NA : json.currentLocation();
    refused.accept(at.getLineNr() + ":" + at.getColumnNr(), problem);
  }

  private JsonParser json() {
    return Objects.requireNonNull(json);
  }

  /** Returns whether the current value is an object; rejects and skips any other. */
  private boolean isObject(String what) throws IOException {
    if (json().currentToken() == JsonToken.START_OBJECT) {
      return true;
    }
    refuse(what + " must be an object");
    json().skipChildren();
    return false;
  }

  private void container(Prefixes scope) throws IOException {
    String what = scope.bundle().isEmpty() ? "a PROV-JSON document" : "bundle " + scope.bundle();
    if (!isObject(what)) {
      return;
    }
    for (String name = json().nextFieldName(); name != null; name = json().nextFieldName()) {
      json().nextToken();
      isProv |= name.equals("prefix") || name.equals("bundle") || ProvKind.of(name) != null;
      switch (name) {
        case "prefix" -> prefixes(scope);
        case "bundle" -> bundles(scope);
        default -> section(name, scope);
      }
    }
  }

  private void prefixes(Prefixes scope) throws IOException {
    if (!isObject("prefix")) {
      return;
    }
    for (String name = json().nextFieldName(); name != null; name = json().nextFieldName()) {
      if (json().nextToken() == JsonToken.VALUE_STRING) {
        scope.put(name, json().getText());
      } else {
        refuse("the namespace of prefix " + name + " must be a string");
        json().skipChildren();
      }
    }
  }

  private void bundles(Prefixes outer) throws IOException {
    if (!outer.bundle().isEmpty()) {
      refuse("a bundle cannot contain a bundle");
      json().skipChildren();
    } else if (isObject("bundle")) {
      for (String name = json().nextFieldName(); name != null; name = json().nextFieldName()) {
        json().nextToken();
        container(new Prefixes(outer, name));
      }
    }
  }

  private void section(String name, Prefixes scope) throws IOException {
    ProvKind kind = ProvKind.of(name);
    if (kind == null) {
      refuse("PROV-JSON has no section '" + name + "'");
      json().skipChildren();
    } else if (isObject(name)) {
      for (String id = json().nextFieldName(); id != null; id = json().nextFieldName()) {
        json().nextToken();
        records(kind, id, scope, mapper.readTree(json()));
      }
    }
  }

  /** Reads one record, or an array of records with one name. */
  private void records(ProvKind kind, String id, Prefixes scope, JsonNode content) {
    if (content.isArray()) {
      content.forEach(each -> record(kind, id, scope, each));
    } else {
      record(kind, id, scope, content);
    }
  }

  private void record(ProvKind kind, String id, Prefixes scope, JsonNode content) {
    if (!content.isObject()) {
      refuse("record " + id + " must be an object");
    } else if (hasLiteralWithoutValue(content)) {
      refuse("record " + id + " has a typed literal without its value, the field \"$\"");
    } else if (kind == ProvKind.MEMBER && content.path(kind.cause).isArray()) {
      content.get(kind.cause).forEach(member -> member(id, scope, content, member));
    } else {
      add(new ProvRecord(kind, id, scope, (ObjectNode) content));
    }
  }

  private void add(ProvRecord read) {
    List<String> ends = read.kind().ends();
    if (!ends.isEmpty() && ends.stream().allMatch(each -> read.text(each).isEmpty())) {
      refuse("record " + read.id() + " has none of its ends " + String.join(", ", ends));
    } else if (ends.stream().anyMatch(each -> isSeveral(read.attributes().path(each)))) {
      refuse("record " + read.id() + " has several values of one end; give each a record");
    } else {
      records.add(read);
    }
  }

  private static boolean isSeveral(JsonNode value) {
    return value.isArray() && value.size() > 1;
  }

  private static boolean hasLiteralWithoutValue(JsonNode values) {
    for (JsonNode each : values) {
      if (each.isObject() ? !each.has("$") : each.isArray() && hasLiteralWithoutValue(each)) {
        return true;
      }
    }
    return false;
  }

  /** Makes a statement for each member of a collection. */
  private void member(String id, Prefixes scope, JsonNode content, JsonNode member) {
    ObjectNode single = content.deepCopy();
    single.set(ProvKind.MEMBER.cause, member);
    add(new ProvRecord(ProvKind.MEMBER, id, scope, single));
  }
}
