// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.json;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Strict parser for the bodies of requests: a JSON object becomes a record. Any thread. */
public final class RequestJson {
  private static final int MAX_DEPTH = 100;

  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Textual,
              config ->
                  config
                      .setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                      .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
          .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
          .build();

  private RequestJson() {}

  /**
   * Parses a body. An empty body counts as an object without fields.
   *
   * @throws ColophonException BAD_REQUEST
   */
  public static <T> T read(byte[] body, Class<T> type) throws IOException {
    try {
      JsonNode node = body.length == 0 ? MAPPER.createObjectNode() : MAPPER.readTree(body);
      if (!node.isObject()) {
        throw ErrorCode.BAD_REQUEST.exception("the body is a JSON object");
      }
      requirePairs(node);
      return MAPPER.treeToValue(node, type);
    } catch (UnrecognizedPropertyException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the body has no field '%s'; it has %s"
              .formatted(e.getPropertyName(), new TreeSet<>(e.getKnownPropertyIds())));
    } catch (JsonMappingException e) {
      String field =
          e.getPath().stream()
              .map(each -> each.getFieldName() == null ? "" + each.getIndex() : each.getFieldName())
              .collect(Collectors.joining("."));
      throw ErrorCode.BAD_REQUEST.exception(
          "the field " + field + " has a value of the wrong type");
    } catch (JsonProcessingException e) {
      String line = e.getLocation() == null ? "" : ", line " + e.getLocation().getLineNr();
      throw ErrorCode.BAD_REQUEST.exception(
          "the body is not JSON: " + e.getOriginalMessage() + line);
    }
  }

  private static void requirePairs(JsonNode node) {
    if (node.isTextual() && !Surrogates.arePaired(node.textValue())) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the body has a string with a surrogate without its pair");
    }
    node.forEach(RequestJson::requirePairs);
  }
}
