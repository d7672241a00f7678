// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.parameter;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Parameters in the query of a request. They are validated when they are read. */
public final class Parameters {
  /** Parameter of every route: the host whose store a request concerns. */
  public static final String HOST = "host";

  private final Map<String, List<String>> values;

  /**
   * Constructs parameters. Rejects unknown ones.
   *
   * @param values values by parameter name
   * @param allowed names that are allowed
   */
  public Parameters(Map<String, List<String>> values, Set<String> allowed) {
    this.values = values;
    for (String name : values.keySet()) {
      if (!name.equals(HOST) && !allowed.contains(name)) {
        throw ErrorCode.BAD_REQUEST.exception(
            "there is no parameter '%s' here; known: %s".formatted(name, new TreeSet<>(allowed)));
      }
    }
  }

  /** Returns the milliseconds in a header; 0 if it is absent or not a number. */
  public static long millis(String header) {
    boolean isNumber = header != null && header.matches("[0-9]{1,15}");
    return isNumber ? Long.parseLong(header) : 0;
  }

  /** Returns all values of a parameter that may be repeated. */
  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Returns the value of a parameter, or null. */
  public @Nullable String text(String name) {
    List<String> values = all(name);
    if (values.size() > 1) {
      throw ErrorCode.BAD_REQUEST.exception(
          "give the parameter " + name + " once, not " + values.size() + " times");
    }
    return values.isEmpty() ? null : values.get(0);
  }

  /** Returns the value of a parameter, or a default. */
  public String text(String name, String absent) {
    String value = text(name);
    return value == null ? absent : value;
  }

  /** Returns the value of a required parameter. */
  public String required(String name) {
    String value = text(name);
    if (value == null || value.isEmpty()) {
      throw missing(name);
    }
    return value;
  }

  /** Returns the value of a flag, which is true if the parameter has no value. */
  public boolean flag(String name) {
    String value = text(name, "false");
    return switch (value) {
      case "", "true", "1" -> true;
      case "false", "0" -> false;
      default ->
          throw ErrorCode.BAD_REQUEST.exception(
              "the parameter " + name + " must be true or false, not '" + value + "'");
    };
  }

  static ColophonException missing(String name) {
    return ErrorCode.BAD_REQUEST.exception("the parameter " + name + " is missing");
  }

  /** Returns a whole number up to a limit. */
  public int number(String name, int absent, int limit) {
    String value = text(name);
    return value == null ? absent : wholeNumber(name, value, limit);
  }

  static int wholeNumber(String name, String value, int limit) {
    if (!isWhole(value) || Long.parseLong(value) > limit) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the parameter %s must be a whole number up to %d, not '%s'"
              .formatted(name, limit, value));
    }
    return Integer.parseInt(value);
  }

  /**
   * Checks a whole number that a limit of the service bounds.
   *
   * @param setting name of the limit in the configuration
   * @throws ColophonException LIMIT_REACHED
   */
  void checkLimit(String name, int limit, String setting) {
    String value = text(name);
    if (value != null && isWhole(value) && Long.parseLong(value) > limit) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "the parameter %s is %s, but the setting %s allows at most %d"
              .formatted(name, value, setting, limit));
    }
    number(name, 0, limit);
  }

  /** Returns an LSN; 0 if the parameter is absent. */
  public long lsn(String name) {
    String value = text(name, "0");
    if (!value.matches("[0-9]{1,18}")) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the parameter " + name + " must be an LSN, not '" + value + "'");
    }
    return Long.parseLong(value);
  }

  private static boolean isWhole(String value) {
    return value.matches("[0-9]{1,10}");
  }
}
