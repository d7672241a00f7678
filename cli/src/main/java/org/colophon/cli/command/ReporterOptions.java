package org.colophon.cli.command;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.PluginOption;

/** Reads a reporter's options as a person in some folder means them. */
final class ReporterOptions {
  /** What reporters call the folder in which the relative paths that they read begin. */
  private static final String DIRECTORY = "directory";

  private final BaseCommand command;

  ReporterOptions(BaseCommand command) {
    this.command = command;
  }

  /**
   * Makes paths absolute where the plug-in says that an option names a file; {@code ~/} is the home
   * folder, as shells leave it alone within {@code key=~/file}. Where relative paths in what is
   * read begin is said, too: a reporter in a service would begin in the service's folder.
   */
  Map<String, String> resolve(Map<String, String> given, List<PluginOption> declared) {
    Map<String, PluginOption.Kind> kinds = new HashMap<>();
    declared.forEach(option -> kinds.put(option.name(), option.kind()));
    Map<String, String> resolved = new LinkedHashMap<>();
    given.forEach(
        (name, value) ->
            resolved.put(name, isPath(name, kinds.get(name)) ? absolute(value) : value));
    if (isBeginning(DIRECTORY, kinds.get(DIRECTORY))) {
      resolved.putIfAbsent(DIRECTORY, command.invocation().directory().toString());
    }
    return resolved;
  }

  private static boolean isPath(String name, PluginOption.Kind kind) {
    return kind == PluginOption.Kind.FILE || isBeginning(name, kind);
  }

  /** Text, as nothing is opened there. */
  private static boolean isBeginning(String name, PluginOption.Kind kind) {
    return name.equals(DIRECTORY) && kind == PluginOption.Kind.TEXT;
  }

  private String absolute(String value) {
    if (value.equals("-") || value.isEmpty() || value.contains("://")) {
      return value;
    }
    String home = command.console().environment("HOME");
    boolean isAtHome = value.startsWith("~/") && home != null;
    return command.absolute(Path.of(isAtHome ? home + value.substring(1) : value)).toString();
  }
}
