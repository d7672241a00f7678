package org.colophon.reporters.fuse;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.inspect.choice.InspectorOptions;
import org.colophon.core.plugin.PluginOption;

/** The options given, read with complaints that say what would be right. */
final class Options {
  private final Map<String, String> given;

  /** Refuses what is not among the known options. */
  Options(List<PluginOption> known, Map<String, String> given) {
    this.given = given;
    List<String> names = known.stream().map(PluginOption::name).toList();
    for (String name : given.keySet()) {
      if (!names.contains(name) && !InspectorOptions.isOne(name, given)) {
        throw bad("fuse has no option '" + name + "'; it has " + String.join(", ", names));
      }
    }
  }

  static ColophonException bad(String message) {
    return new ColophonException(ErrorCode.BAD_REQUEST, message);
  }

  String text(String name) {
    String value = given.getOrDefault(name, "");
    if (value.isEmpty()) {
      throw bad("fuse wants " + name + "=...");
    }
    return value;
  }

  boolean has(String name) {
    return !given.getOrDefault(name, "").isEmpty();
  }

  /** What is between commas. */
  List<String> list(String name) {
    String value = given.getOrDefault(name, "");
    return value.isEmpty() ? List.of() : List.of(value.split(",", -1));
  }

  boolean truth(String name, boolean otherwise) {
    String value = given.getOrDefault(name, Boolean.toString(otherwise));
    if (!value.equals("true") && !value.equals("false")) {
      throw bad(name + "=" + value + " is neither true nor false");
    }
    return value.equals("true");
  }

  int number(String name, int otherwise, int least, int most) {
    String value = given.getOrDefault(name, "" + otherwise);
    int number = value.matches("[0-9]{1,9}") ? Integer.parseInt(value) : -1;
    if (number < least || number > most) {
      throw bad("%s=%s is not a number from %d to %d".formatted(name, value, least, most));
    }
    return number;
  }

  /** One of a few words. */
  <E extends Enum<E>> E choice(String name, E[] values, E otherwise) {
    String value = given.get(name);
    if (value == null) {
      return otherwise;
    }
    for (E choice : values) {
      if (choice.name().toLowerCase(Locale.ROOT).equals(value)) {
        return choice;
      }
    }
    throw bad(name + "=" + value + " is none of " + words(values));
  }

  private static String words(Enum<?>[] values) {
    return String.join(
        ", ", java.util.Arrays.stream(values).map(v -> v.name().toLowerCase(Locale.ROOT)).toList());
  }
}
