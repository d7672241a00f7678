// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.pattern.EditDistance;

/**
 * Options given to a plug-in. Every error message states a correct form and has the code
 * BAD_REQUEST.
 */
public final class PluginOptions {
  private final String plugin;
  private final Map<String, String> values;

  /** Rejects names that are not options of the plug-in. */
  public PluginOptions(Plugin plugin, Map<String, String> values) {
    this(plugin, values, name -> false);
  }

  /**
   * Rejects names that are not options of the plug-in.
   *
   * @param also accepts additional names
   */
  public PluginOptions(Plugin plugin, Map<String, String> values, Predicate<String> also) {
    this.plugin = plugin.name();
    this.values = Map.copyOf(values);
    List<String> names = plugin.options().stream().map(PluginOption::name).toList();
    for (String name : values.keySet()) {
      if (!names.contains(name) && !also.test(name)) {
        throw ErrorCode.BAD_REQUEST.exception(
            "%s has no option '%s'%s; it has %s"
                .formatted(this.plugin, name, suggest(name, names), String.join(", ", names)));
      }
    }
  }

  /** Returns a question for the nearest name: a prefix or another spelling. May be empty. */
  private static String suggest(String name, List<String> names) {
    return names.stream()
        .filter(each -> distance(name, each) <= 1 + name.length() / 3)
        .min(Comparator.comparingInt(each -> distance(name, each)))
        .map(nearest -> " (did you mean " + nearest + "?)")
        .orElse("");
  }

  private static int distance(String name, String candidate) {
    boolean isLonger = name.startsWith(candidate) || candidate.startsWith(name);
    return isLonger ? 0 : EditDistance.of(Bytes.of(name), Bytes.of(candidate), name.length());
  }

  private static ColophonException bad(String name, String value, String isWhat) {
    return ErrorCode.BAD_REQUEST.exception(name + "=" + value + " is " + isWhat);
  }

  /** Returns true if the option was given, even with an empty value. */
  public boolean has(String name) {
    return values.containsKey(name);
  }

  /** Returns a required value that is not empty. */
  public String text(String name) {
    String value = values.get(name);
    if (value == null || value.isEmpty()) {
      throw ErrorCode.BAD_REQUEST.exception(plugin + " wants " + name + "=...");
    }
    return value;
  }

  /** Returns a value, or the default if it is not given. Rejects an empty one. */
  public String text(String name, String otherwise) {
    return has(name) ? text(name) : otherwise;
  }

  /** Returns a required file or directory, absolute and without dots. */
  public Path path(String name) {
    String value = text(name);
    try {
      return Path.of(value).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw bad(name, value, "no path: " + e.getReason());
    }
  }

  /** Returns the comma-separated parts of a value; none if the value is empty or not given. */
  public List<String> list(String name) {
    String value = values.getOrDefault(name, "");
    return value.isEmpty() ? List.of() : List.of(value.split(",", -1));
  }

  /** Returns the value of a Boolean option. */
  public boolean flag(String name, boolean otherwise) {
    String value = values.getOrDefault(name, Boolean.toString(otherwise));
    if (!value.equals("true") && !value.equals("false")) {
      throw bad(name, value, "neither true nor false");
    }
    return value.equals("true");
  }

  /** Returns a whole number within bounds. The default may be outside them. */
  public int number(String name, int otherwise, int least, int most) {
    String value = values.get(name);
    if (value == null) {
      return otherwise;
    }
    long number = value.matches("[0-9]{1,10}") ? Long.parseLong(value) : -1;
    if (number < least || number > most) {
      throw bad(name, value, "no number from " + least + " to " + most);
    }
    return (int) number;
  }

  /** Returns one of the constants, written in small letters with dashes for underscores. */
  public <E extends Enum<E>> E choice(String name, E[] all, E otherwise) {
    return has(name) ? choice(name, all, values.getOrDefault(name, "")) : otherwise;
  }

  /** Returns those of the constants that a comma-separated value names. */
  public <E extends Enum<E>> List<E> choices(String name, E[] all) {
    return list(name).stream().map(each -> choice(name, all, each)).toList();
  }

  private static <E extends Enum<E>> E choice(String name, E[] all, String value) {
    for (E each : all) {
      if (word(each).equals(value)) {
        return each;
      }
    }
    throw bad(
        name,
        value,
        "none of " + Stream.of(all).map(PluginOptions::word).collect(Collectors.joining(", ")));
  }

  private static String word(Enum<?> each) {
    return each.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
