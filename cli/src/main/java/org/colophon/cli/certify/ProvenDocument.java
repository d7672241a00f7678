// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.certify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * A PROV-JSON document whose elements may have proofs. The id of an element is the name of its
 * field.
 */
final class ProvenDocument {
  static final String PROOF = "colophon:proof";

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

  /** Passes each element with its id to a consumer. */
  void elements(BiConsumer<String, ObjectNode> consumer) {
    visit("", root, consumer);
  }

  private static void visit(String name, JsonNode node, BiConsumer<String, ObjectNode> consumer) {
    if (node instanceof ObjectNode element) {
      consumer.accept(name, element);
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
}
