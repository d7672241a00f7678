// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.filter.CaptureRules;
import org.colophon.service.config.Quantities;
import org.colophon.service.config.file.YamlNode.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A map in a YAML file. Reads each key with its default. A wrong value is added to the problems,
 * and the default is used. {@link #done} reports the unknown keys.
 */
public final class YamlSection {
  private final ConfigProblems problems;
  private final String name;
  private final int line;
  private final Path directory;
  private final Map<String, Entry> keys;
  private final TreeSet<String> knownKeys = new TreeSet<>();

  /**
   * Wraps a node, which should be a map.
   *
   * @param name name of the section, such as {@code listen.tls}; empty for the whole file
   * @param directory base of relative paths
   */
  YamlSection(ConfigProblems problems, String name, YamlNode node, Path directory) {
    this.problems = problems;
    this.name = name;
    this.line = node.line();
    this.directory = directory;
    this.keys = node.keys() == null ? Map.of() : node.keys();
    if (node.keys() == null && !node.isAbsent()) {
      problems.add(line, (name.isEmpty() ? "the file" : name) + " holds keys with values");
    }
  }

  private String full(String key) {
    return name.isEmpty() ? key : name + "." + key;
  }

  private YamlNode find(String key) {
    knownKeys.add(key);
    Entry entry = keys.get(key);
    return entry == null ? YamlNode.ABSENT : entry.value();
  }

  private int lineOf(String key) {
    Entry entry = keys.get(key);
    return entry == null ? line : entry.value().line();
  }

  boolean has(String key) {
    return !find(key).isAbsent();
  }

  Optional<String> text(String key) {
    YamlNode node = find(key);
    if (node.text() == null && !node.isAbsent()) {
      problems.add(node.line(), full(key) + " is one value, not a list or keys");
    }
    return Optional.ofNullable(node.text());
  }

  String text(String key, String absent) {
    return text(key).orElse(absent);
  }

  String required(String key) {
    String value = text(key, "");
    if (value.isEmpty()) {
      problems.add(line, full(key) + " is missing");
    }
    return value;
  }

  /**
   * Reads a value.
   *
   * @param expected form of a valid value, for the message
   * @param parse parses a value; returns null if it is invalid
   */
  private <V> Optional<V> value(String key, String expected, Function<String, V> parse) {
    Optional<String> text = text(key);
    Optional<V> value = text.map(parse);
    if (text.isPresent() && value.isEmpty()) {
      problems.add(lineOf(key), full(key) + " is " + expected + ", not '" + text.get() + "'");
    }
    return value;
  }

  Optional<Path> path(String key) {
    return text(key).map(value -> resolve(key, value, lineOf(key)));
  }

  Path requiredPath(String key) {
    required(key);
    return path(key).orElse(Path.of(""));
  }

  /**
   * Resolves a path. Returns null if the text is not a path, at all or in this process's encoding.
   */
  private @Nullable Path resolve(String key, String value, int at) {
    boolean isHome = value.equals("~") || value.startsWith("~/");
    String expanded = isHome ? System.getProperty("user.home") + value.substring(1) : value;
    try {
      return directory.resolve(expanded).normalize();
    } catch (InvalidPathException e) {
      problems.add(at, full(key) + " is a path, not '" + value + "': " + e.getReason());
      return null;
    }
  }

  long size(String key, long absent) {
    return value(
            key,
            "a size such as 64MiB (B, KiB, MiB, GiB, TiB)",
            text -> Quantities.size(text) < 0 ? null : Quantities.size(text))
        .orElse(absent);
  }

  Optional<Duration> duration(String key) {
    return value(key, "a duration such as 30s (ms, s, min, h, d, w)", Quantities::duration);
  }

  Duration duration(String key, Duration absent) {
    return duration(key).orElse(absent);
  }

  int integer(String key, int absent) {
    return value(
            key,
            "a whole number",
            text -> text.matches("[0-9]{1,9}") ? Integer.valueOf(text) : null)
        .orElse(absent);
  }

  double fraction(String key, double absent) {
    return value(
            key,
            "a number above 0 and at most 1",
            text -> text.matches("1(\\.0+)?|0\\.(?!0+$)[0-9]{1,9}") ? Double.valueOf(text) : null)
        .orElse(absent);
  }

  /** Reads true or false. */
  public boolean flag(String key, boolean absent) {
    return value(
            key, "true or false", text -> text.matches("true|false") ? Boolean.valueOf(text) : null)
        .orElse(absent);
  }

  <E extends Enum<E>> E word(String key, Class<E> type, E absent) {
    Map<String, E> words = new LinkedHashMap<>();
    Stream.of(type.getEnumConstants())
        .forEach(each -> words.put(each.name().toLowerCase(Locale.ROOT), each));
    return value(key, "one of " + String.join(", ", words.keySet()), words::get).orElse(absent);
  }

  /** Returns whether the map has no keys. */
  public boolean isEmpty() {
    return keys.isEmpty();
  }

  /** Adds a problem of the whole map. */
  public void refuse(String problem) {
    problems.add(line, problem);
  }

  /**
   * Reads a list of single values.
   *
   * @param parse parses a value at a line; its exceptions of BAD_REQUEST become problems
   */
  public <V> List<V> values(String key, BiFunction<String, Integer, V> parse) {
    List<V> found = new ArrayList<>();
    for (YamlNode each : single(key)) {
      String text = Objects.requireNonNull(each.text());
      problems.attempt(each.line(), () -> found.add(parse.apply(text, each.line())));
    }
    return found;
  }

  List<String> texts(String key) {
    return single(key).stream().map(YamlNode::text).toList();
  }

  private List<YamlNode> single(String key) {
    List<YamlNode> found = new ArrayList<>();
    for (YamlNode each : items(key)) {
      if (each.text() == null) {
        problems.add(each.line(), full(key) + " is a list of single values");
      } else {
        found.add(each);
      }
    }
    return found;
  }

  /**
   * Reads a list of paths.
   *
   * @param check throws for a path that is not acceptable
   */
  List<Path> paths(String key, Consumer<Path> check) {
    List<Path> found = new ArrayList<>();
    for (YamlNode each : single(key)) {
      Path path = resolve(key, Objects.requireNonNull(each.text()), each.line());
      if (path != null) {
        problems.attempt(each.line(), () -> check.accept(path));
        found.add(path);
      }
    }
    return found;
  }

  /** Reads a list of capture rules. Adds malformed rules to the problems. */
  List<String> rules(String key) {
    List<String> found = new ArrayList<>();
    for (YamlNode each : single(key)) {
      problems.attempt(
          each.line(),
          () -> {
            CaptureRules.of(List.of(each.text()), List.of());
            found.add(each.text());
          });
    }
    return found;
  }

  /** Reads a map with arbitrary keys and scalar values. */
  Map<String, String> options(String key) {
    Map<String, String> found = new LinkedHashMap<>();
    YamlSection options = section(key);
    options.keys.keySet().forEach(option -> found.put(option, options.text(option, "")));
    return found;
  }

  /** Returns the keys of this section. */
  List<String> names() {
    return List.copyOf(keys.keySet());
  }

  /** Reads a subsection, which is empty if it is absent. */
  YamlSection section(String key) {
    return new YamlSection(problems, full(key), find(key), directory);
  }

  /** Reads a whole subsection and reports its unknown keys. */
  <V> V finished(String key, Function<YamlSection, V> read) {
    YamlSection section = section(key);
    V value = read.apply(section);
    section.done();
    return value;
  }

  /** Reads a whole subsection if it is present. */
  <V> Optional<V> optional(String key, Function<YamlSection, V> read) {
    return has(key) ? Optional.of(finished(key, read)) : Optional.empty();
  }

  List<YamlSection> sections(String key) {
    List<YamlSection> found = new ArrayList<>();
    for (YamlNode each : items(key)) {
      String item = full(key) + "[" + found.size() + "]";
      found.add(new YamlSection(problems, item, each, directory));
    }
    return found;
  }

  private List<YamlNode> items(String key) {
    YamlNode node = find(key);
    if (node.items() == null && !node.isAbsent()) {
      problems.add(
          node.line(), full(key) + " is a list: write each item on a line that begins with '- '");
    }
    return node.items() == null ? List.of() : node.items();
  }

  /**
   * Builds a value. If that fails, adds the message to the problems, at the key that it mentions.
   *
   * @param key key of the problem if the message mentions none
   */
  <V> V build(String key, Supplier<V> value, V otherwise) {
    try {
      return value.get();
    } catch (ColophonException e) {
      String message = e.getMessage();
      int at =
          keyIn(each -> message.startsWith(full(each) + " "))
              .or(() -> keyIn(each -> message.endsWith(" " + full(each))))
              .map(this::lineOf)
              .orElseGet(() -> lineOf(key));
      problems.add(at, message);
      return otherwise;
    }
  }

  private Optional<String> keyIn(Predicate<String> message) {
    return keys.keySet().stream().filter(message).findFirst();
  }

  /** Runs a check. If it throws, adds the message as a problem of a key. */
  void check(String key, Runnable check) {
    problems.attempt(lineOf(key), check);
  }

  /**
   * Runs a check of options. The problem's line is that of the option in the message, which
   * plug-ins write as {@code 'name'} or {@code name=value}.
   */
  void checkOptions(String key, Runnable check) {
    try {
      check.run();
    } catch (ColophonException e) {
      String message = " " + e.getMessage();
      YamlSection options = section(key);
      int at =
          options
              .keyIn(
                  each -> message.contains("'" + each + "'") || message.contains(" " + each + "="))
              .map(options.keys::get)
              .map(Entry::line)
              .orElseGet(() -> lineOf(key));
      problems.add(at, e.getMessage());
    }
  }

  /** Adds the unknown keys to the problems. */
  void done() {
    keys.forEach(
        (key, entry) -> {
          if (!knownKeys.contains(key)) {
            problems.add(
                entry.line(), "there is no key " + full(key) + "; known here: " + knownKeys);
          }
        });
  }
}
