package org.colophon.reporters.mysql;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;

/** The options given to the reporter, read with complaints that say what would be right. */
final class Options {
  private final Map<String, String> given;

  /** Refuses what is not among the known options. */
  Options(List<PluginOption> known, Map<String, String> given) {
    this.given = given;
    List<String> names = known.stream().map(PluginOption::name).toList();
    for (String name : given.keySet()) {
      if (!names.contains(name)) {
        throw bad("mysql has no option '" + name + "'; it has " + String.join(", ", names));
      }
    }
  }

  static ColophonException bad(String message) {
    return new ColophonException(ErrorCode.BAD_REQUEST, message);
  }

  boolean has(String name) {
    return given.containsKey(name);
  }

  /** A value that must not be empty. */
  String text(String name) {
    String value = given.get(name);
    if (value == null || value.isEmpty()) {
      throw bad("mysql wants " + name + "=...");
    }
    return value;
  }

  String text(String name, String otherwise) {
    return has(name) ? text(name) : otherwise;
  }

  boolean truth(String name, boolean otherwise) {
    String value = given.getOrDefault(name, Boolean.toString(otherwise));
    if (!value.equals("true") && !value.equals("false")) {
      throw bad(name + "=" + value + " is neither true nor false");
    }
    return value.equals("true");
  }

  int number(String name, int otherwise, int least, int most) {
    String value = given.get(name);
    if (value == null) {
      return otherwise;
    }
    if (!value.matches("[0-9]{1,10}")
        || Long.parseLong(value) < least
        || Long.parseLong(value) > most) {
      throw bad(name + "=" + value + " is no number from " + least + " to " + most);
    }
    return Integer.parseInt(value);
  }

  <E extends Enum<E>> E choice(String name, E[] all, E otherwise) {
    String value = given.get(name);
    if (value == null) {
      return otherwise;
    }
    for (E each : all) {
      if (lower(each).equals(value)) {
        return each;
      }
    }
    String names = List.of(all).stream().map(Options::lower).collect(Collectors.joining(", "));
    throw bad(name + "=" + value + " is none of " + names);
  }

  private static String lower(Enum<?> each) {
    return each.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
