// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.choice;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.inspect.InspectorFactory;
import org.colophon.core.spi.inspect.InspectorTraits;

/**
 * Options of a reporter that select inspectors: {@code inspectors=text,office}. Each inspector has
 * {@code text.globs}, {@code text.types}, {@code text.max-bytes}, {@code text.timeout}, and {@code
 * text.KEY} for options of its own.
 */
public final class InspectorOptions {
  /** The option that names inspectors, separated by commas. */
  public static final String NAMES = "inspectors";

  private InspectorOptions() {}

  /** Returns the options that a reporter adds to its own. */
  public static List<PluginOption> describe() {
    return List.of(
        new PluginOption(NAMES, "inspectors to run, separated by commas, or all", ""),
        new PluginOption("NAME.globs", "files that inspector NAME sees, separated by commas", ""),
        new PluginOption("NAME.types", "media types that it sees, separated by commas", ""),
        new PluginOption("NAME.max-bytes", "bytes that may differ, more is refused", ""),
        new PluginOption("NAME.timeout", "milliseconds that it may take", ""));
  }

  /** Returns true if a reporter's option configures an inspector. */
  public static boolean isOne(String name, Map<String, String> options) {
    int dot = name.indexOf('.');
    return name.equals(NAMES) || (dot > 0 && names(options).contains(name.substring(0, dot)));
  }

  /**
   * Creates the inspectors that the options name.
   *
   * @throws ColophonException NOT_FOUND for an unknown inspector, BAD_REQUEST for a bad option
   */
  public static List<InspectorSpec> parse(Map<String, String> options) {
    PluginLoader<InspectorFactory> loader = new PluginLoader<>(InspectorFactory.class);
    List<InspectorSpec> specs = new ArrayList<>();
    for (String name : names(options)) {
      if (name.equals("all")) {
        loader.all().forEach(each -> specs.add(spec(each, options)));
      } else {
        specs.add(spec(loader.get(name), options));
      }
    }
    return specs;
  }

  private static Set<String> names(Map<String, String> options) {
    Set<String> names = new LinkedHashSet<>(list(options.getOrDefault(NAMES, "")));
    if (names.remove("all")) {
      new PluginLoader<>(InspectorFactory.class).all().forEach(each -> names.add(each.name()));
    }
    return names;
  }

  private static InspectorSpec spec(InspectorFactory factory, Map<String, String> all) {
    Map<String, String> own = new HashMap<>();
    String prefix = factory.name() + ".";
    new TreeMap<>(all)
        .forEach(
            (key, value) -> {
              if (key.startsWith(prefix)) {
                own.put(key.substring(prefix.length()), value);
              }
            });
    InspectorTraits traits = traits(factory, own);
    return new InspectorSpec(factory, own, traits);
  }

  /** Removes the runner's options and returns them as traits. */
  private static InspectorTraits traits(InspectorFactory factory, Map<String, String> own) {
    InspectorTraits traits = factory.traits();
    if (own.containsKey("globs") || own.containsKey("types")) {
      traits =
          traits
              .withGlobs(list(own.getOrDefault("globs", "")))
              .withMediaTypes(list(own.getOrDefault("types", "")));
    }
    if (own.containsKey("max-bytes")) {
      traits = traits.withMaxBytes(number(factory, own, "max-bytes"));
    }
    if (own.containsKey("timeout")) {
      traits = traits.withTimeoutMillis(number(factory, own, "timeout"));
    }
    List.of("globs", "types", "max-bytes", "timeout").forEach(own::remove);
    return traits;
  }

  private static List<String> list(String text) {
    return text.isBlank() ? List.of() : List.of(text.strip().split("\\s*,\\s*", -1));
  }

  private static long number(InspectorFactory factory, Map<String, String> own, String key) {
    try {
      return Long.parseLong(own.get(key));
    } catch (NumberFormatException e) {
      throw ErrorCode.BAD_REQUEST.exception(
          "%s.%s is a number, not '%s'".formatted(factory.name(), key, own.get(key)), e);
    }
  }
}
