// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import java.util.Objects;

/**
 * An option of a plug-in, as help shows it.
 *
 * @param name as in {@code name=value}
 * @param description its effect, with its unit
 * @param defaultValue the default; empty if the option is required or has no value
 * @param kind the kind of value, which decides if a service lets a caller set the option
 */
public record PluginOption(String name, String description, String defaultValue, Kind kind) {
  /** Kind of a value, which limits the resources that a caller can reach with it. */
  public enum Kind {
    /** Text, a number, a choice or a URL; this program neither opens nor runs it. */
    TEXT,
    /**
     * A file or directory that the plug-in opens, or {@code -} for standard input. Callers of a
     * service may name files below the configured roots. The plug-in gets the real path.
     */
    FILE,
    /** A program that the plug-in runs. Callers of a service may set it only if configured. */
    COMMAND,
    /** A secret, neither shown nor logged. */
    SECRET
  }

  public PluginOption {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
  }

  /** Constructs an option with a text value. */
  public PluginOption(String name, String description, String defaultValue) {
    this(name, description, defaultValue, Kind.TEXT);
  }

  /** Returns an option that names a file or directory to open. */
  public static PluginOption file(String name, String description, String defaultValue) {
    return new PluginOption(name, description, defaultValue, Kind.FILE);
  }

  /** Returns an option that names a program to run. */
  public static PluginOption command(String name, String description, String defaultValue) {
    return new PluginOption(name, description, defaultValue, Kind.COMMAND);
  }

  /** Returns an option with a secret value. */
  public static PluginOption secret(String name, String description) {
    return new PluginOption(name, description, "", Kind.SECRET);
  }
}
