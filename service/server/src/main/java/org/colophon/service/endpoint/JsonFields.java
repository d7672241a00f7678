package org.colophon.service.endpoint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/** Reads the fields of a request's JSON object, strictly. */
final class JsonFields {
  private JsonFields() {}

  static ColophonException bad(String message) {
    return new ColophonException(ErrorCode.BAD_REQUEST, message);
  }

  static void refuseUnknown(JsonNode body, String... known) {
    body.fieldNames()
        .forEachRemaining(
            name -> {
              if (!List.of(known).contains(name)) {
                throw bad("the body has no field '" + name + "'; it has " + List.of(known));
              }
            });
  }

  static String text(JsonNode body, String name, String absent) {
    JsonNode value = body.get(name);
    if (value == null || value.isNull()) {
      return absent;
    }
    if (!value.isTextual()) {
      throw bad("the field " + name + " is a string");
    }
    return value.textValue();
  }

  static boolean flag(JsonNode body, String name) {
    JsonNode value = body.get(name);
    if (value == null) {
      return false;
    }
    if (!value.isBoolean()) {
      throw bad("the field " + name + " is true or false");
    }
    return value.booleanValue();
  }

  static long number(JsonNode body, String name, long absent) {
    JsonNode value = body.get(name);
    if (value == null) {
      return absent;
    }
    if (!value.canConvertToLong() || !value.isIntegralNumber() || value.longValue() < 0) {
      throw bad("the field " + name + " is a whole number and not negative");
    }
    return value.longValue();
  }

  /** An object of single values. */
  static Map<String, String> options(JsonNode body, String name) {
    JsonNode value = body.get(name);
    Map<String, String> options = new LinkedHashMap<>();
    if (value == null) {
      return options;
    }
    if (!value.isObject()) {
      throw bad("the field " + name + " is an object of options and their values");
    }
    value
        .properties()
        .forEach(
            each -> {
              if (each.getValue().isContainerNode() || each.getValue().isNull()) {
                throw bad("the option " + each.getKey() + " is one value");
              }
              options.put(each.getKey(), each.getValue().asText());
            });
    return options;
  }
}
