// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.filter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.error.IoFailure;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.filter.CaptureFilter;
import org.colophon.core.spi.filter.CaptureFilterFactory;

/**
 * Reads the filters of a store from its file {@value #FILE}. Each line is {@code exclude RULE},
 * {@code include RULE} or {@code filter NAME KEY=VALUE ...} for a plug-in; {@code #} begins a
 * comment. Filters apply to every reporter, of a service or a command.
 */
public final class StoreFilters {
  public static final String FILE = "filters";

  private final Path file;
  private final List<String> include = new ArrayList<>();
  private final List<String> exclude = new ArrayList<>();
  private final List<CaptureFilter> plugins = new ArrayList<>();

  private StoreFilters(Path file) {
    this.file = file;
  }

  /**
   * Reads the filters of the store in a directory; none if it has no such file.
   *
   * @throws ColophonException BAD_REQUEST for a bad line; NOT_FOUND for an unknown plug-in;
   *     IO_FAILED
   */
  public static List<CaptureFilter> read(Path store) {
    StoreFilters filters = new StoreFilters(store.resolve(FILE));
    int number = 0;
    for (String line : filters.lines()) {
      filters.line(line.strip(), ++number);
    }
    List<CaptureFilter> all = new ArrayList<>();
    CaptureRules rules = CaptureRules.of(filters.include, filters.exclude);
    if (!rules.isEmpty()) {
      all.add(rules);
    }
    all.addAll(filters.plugins);
    return all;
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(file);
    } catch (NoSuchFileException e) {
      return List.of();
    } catch (IOException e) {
      throw IoFailure.of("read the capture filters in", file, e);
    }
  }

  private void line(String line, int number) {
    if (line.isEmpty() || line.startsWith("#")) {
      return;
    }
    String[] words = line.split("\\s+", 2);
    String value = words.length > 1 ? words[1] : "";
    try {
      switch (words[0]) {
        case "include" -> include.add(checked(value));
        case "exclude" -> exclude.add(checked(value));
        case "filter" -> plugins.add(plugin(value.split("\\s+")));
        default ->
            throw ErrorCode.BAD_REQUEST.exception(
                "a line begins with include, exclude or filter, not " + words[0]);
      }
    } catch (ColophonException e) {
      throw new ColophonException(e.code(), "%s:%d: %s".formatted(file, number, e.getMessage()), e);
    }
  }

  private static String checked(String rule) {
    var unused = Rule.parse(rule);
    return rule;
  }

  private static CaptureFilter plugin(String[] words) {
    Map<String, String> options = new HashMap<>();
    for (int i = 1; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      if (equals < 1) {
        throw ErrorCode.BAD_REQUEST.exception("an option is KEY=VALUE, not " + words[i]);
      }
      options.put(words[i].substring(0, equals), words[i].substring(equals + 1));
    }
    return new PluginLoader<>(CaptureFilterFactory.class).get(words[0]).create(options);
  }
}
