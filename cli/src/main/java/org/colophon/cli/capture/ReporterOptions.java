// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.capture;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.cli.base.BaseCommand;
import org.colophon.core.plugin.PluginOption;
import org.jspecify.annotations.Nullable;

/** Resolves a reporter's options relative to the caller's directory. */
public final class ReporterOptions {
  /** Reporter option with the base of relative paths in the input. */
  private static final String DIRECTORY = "directory";

  private final BaseCommand command;

  public ReporterOptions(BaseCommand command) {
    this.command = command;
  }

  /**
   * Makes the paths in file options absolute. Expands {@code ~/}, which shells do not expand in
   * {@code key=~/file}. Sets the base of relative paths, since a reporter in a service would
   * otherwise use the service's directory.
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

  private static boolean isPath(String name, PluginOption.@Nullable Kind kind) {
    return kind == PluginOption.Kind.FILE || isBeginning(name, kind);
  }

  /**
   * Returns true for the option that is prefixed to relative paths. Its kind is text, because the
   * reporter opens no file there.
   */
  private static boolean isBeginning(String name, PluginOption.@Nullable Kind kind) {
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
