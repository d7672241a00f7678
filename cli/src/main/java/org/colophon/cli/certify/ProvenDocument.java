// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.history.certified.note.DsseEnvelope;
import org.colophon.history.certified.note.SigningKey;

/**
 * A JSON document whose elements may have proofs. The id of an element is the name of its field, as
 * in PROV-JSON, or its field {@value #ID}, as in in-toto statements.
 */
final class ProvenDocument {
  static final String PROOF = "colophon:proof";

  private static final String ID = "colophon_id";
  private static final String IN_TOTO = "application/vnd.in-toto+json";
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final JsonNode root;

  /**
   * Parses a document.
   *
   * @throws ColophonException BAD_INPUT if the text is not JSON
   */
  ProvenDocument(byte[] json) {
    try {
      this.root = MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw ErrorCode.BAD_INPUT.exception(
          "the document is neither a proof nor JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalStateException(e); // not possible in memory
    }
  }

  /** Returns the signed envelope if the document is one. */
  Optional<DsseEnvelope> envelope() {
    JsonNode signature = root.path("signatures").path(0).path("sig");
    if (!root.path("payload").isTextual() || !signature.isTextual()) {
      return Optional.empty();
    }
    try {
      Base64.Decoder base64 = Base64.getDecoder();
      return Optional.of(
          new DsseEnvelope(
              root.path("payloadType").asText(),
              Bytes.wrap(base64.decode(root.path("payload").asText())),
              Bytes.wrap(base64.decode(signature.asText()))));
    } catch (IllegalArgumentException e) {
      throw ErrorCode.BAD_INPUT.exception(
          "the envelope is not in Base64; export the document again", e);
    }
  }

  /** Passes each element with its id to a consumer. */
  void elements(BiConsumer<String, ObjectNode> consumer) {
    visit("", root, consumer);
  }

  private static void visit(String name, JsonNode node, BiConsumer<String, ObjectNode> consumer) {
    if (node instanceof ObjectNode element) {
      consumer.accept(element.path(ID).asText(name), element);
      for (Map.Entry<String, JsonNode> each : List.copyOf(element.properties())) {
        visit(each.getKey(), each.getValue(), consumer);
      }
    } else {
      node.forEach(each -> visit("", each, consumer));
    }
  }

  /**
   * Returns the proofs by the ids of their elements. If an element has several proofs, numbers them
   * from the second one on.
   */
  Map<String, String> proofs() {
    Map<String, String> proofs = new LinkedHashMap<>();
    elements(
        (id, element) -> {
          List<String> found = new ArrayList<>();
          element.path(PROOF).forEach(each -> found.add(each.asText()));
          for (int i = 0; i < found.size(); i++) {
            proofs.put(id + (i == 0 ? "" : "/" + (i + 1)), found.get(i));
          }
        });
    return proofs;
  }

  /** Returns the document's text with a newline at its end. */
  byte[] toBytes() throws IOException {
    String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    return Bytes.of(text).toArray();
  }

  /** Signs a statement and returns the envelope. */
  static byte[] sign(byte[] statement, SigningKey key) throws IOException {
    DsseEnvelope envelope = DsseEnvelope.sign(IN_TOTO, statement, key);
    Base64.Encoder base64 = Base64.getEncoder();
    ObjectNode json = MAPPER.createObjectNode();
    json.put("payloadType", envelope.payloadType());
    json.put("payload", base64.encodeToString(envelope.payload().toArray()));
    ObjectNode signature = json.putArray("signatures").addObject();
    signature.put("keyid", key.verifier().hexId());
    signature.put("sig", base64.encodeToString(envelope.signature().toArray()));
    return Bytes.of(MAPPER.writeValueAsString(json) + "\n").toArray();
  }
}
