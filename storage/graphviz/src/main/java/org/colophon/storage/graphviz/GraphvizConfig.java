package org.colophon.storage.graphviz;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;

/**
 * The adapter's options, checked.
 *
 * @param folder the adapter's own folder
 * @param file the DOT file
 * @param touches whether accesses are drawn by which no content flowed: opened, closed, changed
 */
record GraphvizConfig(Path folder, Path file, boolean touches) {
  private static final PluginOption FILE =
      PluginOption.file("file", "the file to write, an absolute path", "");
  private static final PluginOption TOUCHES =
      new PluginOption("touches", "draw accesses by which no content flowed: yes or no", "no");

  /** Every option, for help and for refusing others. */
  static final List<PluginOption> OPTIONS = List.of(FILE, TOUCHES);

  static GraphvizConfig of(StorageConfig config) {
    Map<String, String> given = config.options();
    TreeSet<String> unknown = new TreeSet<>(given.keySet());
    OPTIONS.forEach(option -> unknown.remove(option.name()));
    if (!unknown.isEmpty()) {
      List<String> names = OPTIONS.stream().map(PluginOption::name).toList();
      throw refused("the graphviz adapter has no option " + unknown + "; it has " + names);
    }
    Path folder = config.directory();
    return new GraphvizConfig(folder, file(given, folder), touches(given));
  }

  /** A relative path would mean another file whenever the command runs somewhere else. */
  private static Path file(Map<String, String> given, Path folder) {
    String text = given.getOrDefault(FILE.name(), FILE.defaultValue());
    if (text.isEmpty()) {
      return folder.resolve("provenance.dot");
    }
    if (text.indexOf('\0') < 0 && Path.of(text).isAbsolute()) {
      return Path.of(text);
    }
    throw refused(
        "the graphviz adapter's option file is '" + text + "'; it must be an absolute path");
  }

  private static boolean touches(Map<String, String> given) {
    String text = given.getOrDefault(TOUCHES.name(), TOUCHES.defaultValue());
    return switch (text) {
      case "yes" -> true;
      case "no" -> false;
      default ->
          throw refused("the graphviz adapter's option touches is '" + text + "'; say yes or no");
    };
  }

  private static ColophonException refused(String why) {
    return new ColophonException(ErrorCode.BAD_REQUEST, why);
  }
}
