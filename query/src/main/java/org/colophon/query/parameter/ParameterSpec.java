// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.parameter;

import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.error.ColophonException;
import org.colophon.query.api.Direction;
import org.jspecify.annotations.Nullable;

/**
 * A parameter of a request, from a component of the request's record.
 *
 * @param type String, Integer, boolean, List of strings, or Direction, whose option is a flag
 * @param head names and label on the command line; empty if no option sets the parameter
 * @param help text for the help of the command and the description of the API
 */
public record ParameterSpec(
    String name, Class<?> type, String head, String help, Parameter declared) {
  private static final Pattern LONG_NAME = Pattern.compile("--([a-z-]+)");

  static ParameterSpec of(RecordComponent component) {
    Parameter declared = component.getAnnotation(Parameter.class);
    String[] parts = declared.value().split("  ", 2);
    Matcher named = LONG_NAME.matcher(parts[0]);
    String words = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    boolean isNamed = component.getType() != Direction.class && named.find();
    String name = isNamed ? named.group(1) : words;
    return new ParameterSpec(name, component.getType(), parts[0], parts[1], declared);
  }

  /** Returns whether the parameter may occur several times. */
  public boolean isRepeated() {
    return type == List.class;
  }

  /** Returns whether the value is a direction. Its option is a flag for descendants. */
  public boolean isDirection() {
    return type == Direction.class;
  }

  public boolean isPositional() {
    return head.matches("\\[?[A-Z].*");
  }

  public boolean isRequired() {
    return isPositional() && !head.startsWith("[");
  }

  public String[] optionNames() {
    return Arrays.stream(head.split("[, \\[]+"))
        .filter(each -> each.startsWith("-"))
        .toArray(String[]::new);
  }

  /** Returns the label of the value in the help; empty for a flag. */
  public String label() {
    Matcher word = Pattern.compile("(?<![-\\w])[A-Z]+").matcher(head);
    return word.find() ? word.group() : "";
  }

  /** Returns the number of values on the command line, such as 1..*. */
  public String arity() {
    if (!isPositional()) {
      return label().isEmpty() ? "0" : head.contains("[") ? "0..1" : "1";
    }
    return (isRequired() ? head.split(" ").length : 0) + (head.contains("...") ? "..*" : "..1");
  }

  /** Returns whether the value is a whole number. Some numbers are kept as text. */
  public boolean isNumber() {
    return isChecked() || label().matches("N|LSN");
  }

  private boolean isChecked() {
    return type == Integer.class || declared.nodes();
  }

  /**
   * Checks a value.
   *
   * @throws ColophonException BAD_REQUEST if a required value is missing, or a number is not a
   *     whole number up to the maximum
   */
  void check(Object value) {
    boolean isEmpty =
        value instanceof List<?> all
            ? all.isEmpty() || all.contains("")
            : value == null || value.equals("");
    if (isRequired() && isEmpty) {
      throw Parameters.missing(name);
    }
    if (value != null && isChecked()) {
      Parameters.wholeNumber(name, value.toString(), declared.max());
    }
  }

  /** Reads the value from the parameters of a request; null if it is absent. */
  @Nullable Object read(Parameters parameters, int maxNodes) {
    if (isRepeated()) {
      return parameters.all(name);
    }
    if (type == boolean.class) {
      return parameters.flag(name);
    }
    String text = parameters.text(name);
    if (text == null || !isChecked()) {
      return text != null && isDirection() ? Direction.of(text) : text;
    }
    if (declared.max() < Integer.MAX_VALUE || !declared.nodes()) {
      check(text);
    }
    if (declared.nodes()) {
      parameters.checkLimit(name, maxNodes, "limits.nodes");
    }
    return type == Integer.class ? (Object) Integer.valueOf(text) : text;
  }
}
