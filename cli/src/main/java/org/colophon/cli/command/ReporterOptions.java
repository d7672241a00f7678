package org.colophon.cli.command;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.plugin.PluginOption;

/** Reads a reporter's options as a person in some folder means them. */
final class ReporterOptions {
  private final BaseCommand command;

  ReporterOptions(BaseCommand command) {
    this.command = command;
  }

  /**
   * Makes paths absolute where the plug-in says that an option names a file; {@code ~/} is the home
   * folder, as shells leave it alone within {@code key=~/file}.
   */
  Map<String, String> resolve(Map<String, String> given, List<PluginOption> declared) {
    Map<String, PluginOption.Kind> kinds = new HashMap<>();
    declared.forEach(option -> kinds.put(option.name(), option.kind()));
    Map<String, String> resolved = new LinkedHashMap<>();
    given.forEach(
        (name, value) ->
            resolved.put(
                name, kinds.get(name) == PluginOption.Kind.FILE ? absolute(value) : value));
    return resolved;
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
