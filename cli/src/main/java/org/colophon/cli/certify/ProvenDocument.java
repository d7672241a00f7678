package org.colophon.cli.certify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** The proofs within a PROV-JSON document. */
final class ProvenDocument {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private ProvenDocument() {}

  /**
   * Returns the proofs by the ids of their elements, numbered from the second one on.
   *
   * @throws ColophonException BAD_INPUT if the text is not JSON
   */
  static Map<String, String> proofs(String text) {
    Map<String, String> proofs = new LinkedHashMap<>();
    try {
      for (JsonNode elements : MAPPER.readTree(text)) {
        for (Map.Entry<String, JsonNode> element : elements.properties()) {
          JsonNode found = element.getValue().path(CertifiedExport.PROOF);
          for (int i = 0; i < found.size(); i++) {
            String suffix = i == 0 ? "" : "/" + (i + 1);
            proofs.put(element.getKey() + suffix, found.get(i).asText());
          }
        }
      }
      return proofs;
    } catch (JsonProcessingException e) {
      throw new ColophonException(
          ErrorCode.BAD_INPUT, "not a proof, and not JSON: " + e.getOriginalMessage(), e);
    }
  }
}
