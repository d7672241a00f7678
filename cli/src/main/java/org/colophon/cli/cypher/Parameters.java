// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.query.text.DisplayText;

/**
 * Parameters of statements, from the command line and files. A value that is not JSON is a text.
 * One thread.
 */
public final class Parameters {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Map<String, Object> values = new LinkedHashMap<>();

  /** Returns the parameters by name, as a read-only view. Values may be null. */
  public Map<String, Object> values() {
    return values;
  }

  /**
   * Sets a parameter, given as {@code name=value}. Replaces an earlier value.
   *
   * @throws ColophonException BAD_REQUEST if the name or the equals sign is missing
   */
  public void put(String assignment) {
    int equals = assignment.indexOf('=');
    if (equals < 1) {
      throw ErrorCode.BAD_REQUEST.exception(
          "a parameter must be name=value, not '" + DisplayText.text(assignment) + "'");
    }
    put(assignment.substring(0, equals), assignment.substring(equals + 1));
  }

  /** Sets a parameter, see {@link #put(String)}. */
  public void put(String name, String value) {
    String bare = name.startsWith("$") ? name.substring(1) : name;
    if (bare.isBlank()) {
      throw ErrorCode.BAD_REQUEST.exception("a parameter needs a name: name=value");
    }
    values.put(bare, parse(bare, value));
  }

  /**
   * Sets all parameters in a file with a JSON object.
   *
   * @throws ColophonException BAD_REQUEST with the position of the error for any other content;
   *     IO_FAILED if the file cannot be read
   */
  public void putAll(Path file) {
    try {
      Object content = MAPPER.readValue(Files.readAllBytes(file), Object.class);
      if (!(content instanceof Map<?, ?> map)) {
        throw ErrorCode.BAD_REQUEST.exception(
            file + " is not a JSON object such as {\"path\": \"/tmp/a\"}");
      }
      map.forEach((name, value) -> values.put((String) name, converted((String) name, value)));
    } catch (JsonProcessingException e) {
      throw ErrorCode.BAD_REQUEST.exception(file + " is not JSON: " + describe(e), e);
    } catch (NoSuchFileException e) {
      throw ErrorCode.IO_FAILED.exception(
          "there is no file " + file + " of parameters: check its path", e);
    } catch (IOException e) {
      throw IoFailure.of("read", file, e);
    }
  }

  private static String describe(JsonProcessingException e) {
    return DisplayText.text(e.getOriginalMessage())
        + (e.getLocation() == null
            ? ""
            : " (line %d, column %d)"
                .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr()));
  }

  private static Object parse(String name, String text) {
    try {
      return converted(name, MAPPER.readValue(text, Object.class));
    } catch (JsonProcessingException e) {
      return text; // not JSON, so it is a text
    }
  }

  /** Returns a value in which integers are longs. Rejects integers beyond Cypher's range. */
  private static Object converted(String name, Object value) {
    if (value instanceof BigInteger) {
      throw ErrorCode.BAD_REQUEST.exception(
          "parameter %s is %s, beyond the integers of Cypher (64 bits); as a text: %s='\"...\"'"
              .formatted(DisplayText.text(name), value, DisplayText.text(name)));
    } else if (value instanceof Integer number) {
      return number.longValue();
    } else if (value instanceof List<?> values) {
      List<Object> list = new ArrayList<>();
      values.forEach(each -> list.add(converted(name, each)));
      return list;
    } else if (value instanceof Map<?, ?> fields) {
      Map<String, Object> map = new LinkedHashMap<>();
      fields.forEach((key, each) -> map.put((String) key, converted(name, each)));
      return map;
    }
    return value;
  }
}
