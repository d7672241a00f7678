package org.colophon.service.config.file;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.service.config.Quantities;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A mapping of a YAML file. Each key is asked for once, with what holds where it is absent; a value
 * of the wrong form is noted as a problem and answered with the default. {@link #done} notes what
 * nobody asked for.
 */
final class YamlSection {
  private final ConfigProblems problems;
  private final String name;
  private final Node place;
  private final Path folder;
  private final Map<String, Node> keys = new LinkedHashMap<>();
  private final Map<String, Node> values = new LinkedHashMap<>();
  private final TreeSet<String> known = new TreeSet<>();

  /**
   * @param name where the section is, such as {@code listen.tls}; empty for the whole file
   * @param folder what relative paths are relative to
   */
  YamlSection(ConfigProblems problems, String name, Node node, Path folder) {
    this.problems = problems;
    this.name = name;
    this.place = node;
    this.folder = folder;
    if (node instanceof MappingNode mapping) {
      mapping.getValue().forEach(this::add);
    } else if (!isEmpty(node)) {
      problems.add(node, (name.isEmpty() ? "the file" : name) + " holds keys with values");
    }
  }

  private void add(NodeTuple tuple) {
    Node key = tuple.getKeyNode();
    if (!(key instanceof ScalarNode scalar)) {
      problems.add(key, "a key is a word");
    } else if (values.put(scalar.getValue(), tuple.getValueNode()) != null) {
      problems.add(key, full(scalar.getValue()) + " is set twice");
    } else {
      keys.put(scalar.getValue(), key);
    }
  }

  private static boolean isEmpty(Node node) {
    return node instanceof ScalarNode scalar && scalar.getTag().equals(Tag.NULL);
  }

  private String full(String key) {
    return name.isEmpty() ? key : name + "." + key;
  }

  /** The value's node; null if the key is absent or has no value. */
  private Node find(String key) {
    known.add(key);
    Node node = values.get(key);
    return node == null || isEmpty(node) ? null : node;
  }

  boolean has(String key) {
    return find(key) != null;
  }

  String text(String key, String absent) {
    Node node = find(key);
    if (node == null) {
      return absent;
    }
    if (node instanceof ScalarNode scalar) {
      return scalar.getValue();
    }
    problems.add(node, full(key) + " is one value, not a list or keys");
    return absent;
  }

  /** A text that has to be there. */
  String required(String key) {
    String value = text(key, null);
    if (value == null || value.isEmpty()) {
      problems.add(place, full(key) + " is missing");
      return "";
    }
    return value;
  }

  Path path(String key, Path absent) {
    String value = text(key, null);
    Path path = value == null ? null : resolve(key, value, values.get(key));
    return path == null ? absent : path;
  }

  /** Null if that is no path, or none that can be named in the locale that this runs in. */
  private Path resolve(String key, String value, Node place) {
    boolean isHome = value.equals("~") || value.startsWith("~/");
    String expanded = isHome ? System.getProperty("user.home") + value.substring(1) : value;
    try {
      return folder.resolve(expanded).normalize();
    } catch (InvalidPathException e) {
      problems.add(place, full(key) + " is a path, not '" + value + "': " + e.getReason());
      return null;
    }
  }

  long size(String key, long absent) {
    String value = text(key, null);
    long size = value == null ? absent : Quantities.size(value);
    return size >= 0
        ? size
        : wrong(key, value, "a size such as 64MiB (B, KiB, MiB, GiB, TiB)", absent);
  }

  Duration duration(String key, Duration absent) {
    String value = text(key, null);
    Duration time = value == null ? absent : Quantities.duration(value);
    return value == null || time != null
        ? time
        : wrong(key, value, "a duration such as 30s (ms, s, min, h, d, w)", absent);
  }

  int integer(String key, int absent) {
    String value = text(key, null);
    if (value == null) {
      return absent;
    }
    return value.matches("[0-9]{1,9}")
        ? Integer.parseInt(value)
        : wrong(key, value, "a whole number", absent);
  }

  double fraction(String key, double absent) {
    String value = text(key, null);
    if (value == null) {
      return absent;
    }
    double number = value.matches("[01](\\.[0-9]{1,9})?") ? Double.parseDouble(value) : 0;
    return number > 0 && number <= 1
        ? number
        : wrong(key, value, "a number above 0 and at most 1", absent);
  }

  boolean flag(String key, boolean absent) {
    String value = text(key, null);
    if (value == null) {
      return absent;
    }
    boolean isTrue = value.equals("true");
    boolean isWord = isTrue || value.equals("false");
    return isWord ? isTrue : wrong(key, value, "true or false", absent);
  }

  <E extends Enum<E>> E word(String key, Class<E> type, E absent) {
    String value = text(key, null);
    if (value == null) {
      return absent;
    }
    List<String> words = new ArrayList<>();
    for (E each : type.getEnumConstants()) {
      String word = each.name().toLowerCase(Locale.ROOT);
      if (word.equals(value)) {
        return each;
      }
      words.add(word);
    }
    return wrong(key, value, "one of " + String.join(", ", words), absent);
  }

  private <V> V wrong(String key, String value, String right, V absent) {
    problems.add(values.get(key), full(key) + " is " + right + ", not '" + value + "'");
    return absent;
  }

  List<String> texts(String key) {
    List<String> found = new ArrayList<>();
    for (Node each : nodes(key)) {
      if (each instanceof ScalarNode scalar && !isEmpty(each)) {
        found.add(scalar.getValue());
      } else {
        problems.add(each, full(key) + " is a list of single values");
      }
    }
    return found;
  }

  /**
   * A list of paths.
   *
   * @param check refuses one
   */
  List<Path> paths(String key, Consumer<Path> check) {
    List<String> texts = texts(key);
    List<Node> nodes = nodes(key);
    List<Path> found = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      Node place = texts.size() == nodes.size() ? nodes.get(i) : values.get(key);
      Path path = resolve(key, texts.get(i), place);
      if (path != null) {
        attempt(() -> check.accept(path), message -> place);
        found.add(path);
      }
    }
    return found;
  }

  /** Free keys with single values. */
  Map<String, String> options(String key) {
    Map<String, String> found = new LinkedHashMap<>();
    YamlSection options = section(key);
    for (String option : options.values.keySet()) {
      found.put(option, options.text(option, ""));
    }
    return found;
  }

  /** A section below this one; an empty one if it is absent. */
  YamlSection section(String key) {
    Node node = find(key);
    Node there = node == null ? new ScalarNode(Tag.NULL, "", plain()) : node;
    return new YamlSection(problems, full(key), there, folder);
  }

  private static ScalarStyle plain() {
    return ScalarStyle.PLAIN;
  }

  /** The sections of a list. */
  List<YamlSection> sections(String key) {
    List<YamlSection> found = new ArrayList<>();
    for (Node each : nodes(key)) {
      String where = full(key) + "[" + found.size() + "]";
      found.add(new YamlSection(problems, where, each, folder));
    }
    return found;
  }

  private List<Node> nodes(String key) {
    Node node = find(key);
    if (node == null) {
      return List.of();
    }
    if (node instanceof SequenceNode sequence) {
      return sequence.getValue();
    }
    problems.add(node, full(key) + " is a list: write each item on a line that begins with '- '");
    return List.of();
  }

  /**
   * Builds a value of what was read; what it refuses is a problem of the key that it names.
   *
   * @param key whose problem it is if it names none
   */
  <V> V build(String key, Supplier<V> value, V otherwise) {
    try {
      return value.get();
    } catch (ColophonException e) {
      problems.add(placeOf(key, e.getMessage()), e.getMessage());
      return otherwise;
    }
  }

  /** Has something checked; what it refuses is a problem of a key. */
  void check(String key, Runnable check) {
    attempt(check, message -> values.getOrDefault(key, place));
  }

  /** Has free keys checked; what it refuses is a problem of the one that it names. */
  void checkOptions(String key, Runnable check) {
    YamlSection options = section(key);
    Node whole = values.getOrDefault(key, place);
    attempt(check, message -> options.optionIn(message, whole));
  }

  private void attempt(Runnable check, Function<String, Node> place) {
    try {
      check.run();
    } catch (ColophonException e) {
      problems.add(place.apply(e.getMessage()), e.getMessage());
    }
  }

  private Node placeOf(String key, String message) {
    return values.entrySet().stream()
        .filter(each -> message.startsWith(full(each.getKey()) + " "))
        .findFirst()
        .or(() -> values.entrySet().stream().filter(each -> mentions(message, each)).findFirst())
        .map(Map.Entry::getValue)
        .orElseGet(() -> values.getOrDefault(key, place));
  }

  private boolean mentions(String message, Map.Entry<String, Node> value) {
    return message.endsWith(" " + full(value.getKey()));
  }

  /** Plug-ins write {@code 'name'} and {@code name=value}. */
  private Node optionIn(String message, Node otherwise) {
    return keys.entrySet().stream()
        .filter(
            each ->
                message.contains("'" + each.getKey() + "'")
                    || (" " + message).contains(" " + each.getKey() + "="))
        .findFirst()
        .map(Map.Entry::getValue)
        .orElse(otherwise);
  }

  /** Notes the keys that are none. */
  void done() {
    keys.forEach(
        (key, node) -> {
          if (!known.contains(key)) {
            problems.add(node, "there is no key " + full(key) + "; known here: " + known);
          }
        });
  }
}
