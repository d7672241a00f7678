package org.colophon.core.plugin;

import java.util.Objects;

/**
 * An option of a plug-in, as help shows it.
 *
 * @param name as in {@code name=value}
 * @param description what it does, with its unit
 * @param defaultValue what holds if it is not given; empty if it must be given or has no value
 * @param kind what the value is; a service goes by it when somebody else sets the option
 */
public record PluginOption(String name, String description, String defaultValue, Kind kind) {
  /** What a value is, and so what a caller who may set it can reach with it. */
  public enum Kind {
    /** Text, a number, a choice, a URL: nothing that this program opens or runs. */
    TEXT,
    /**
     * A file or folder that the plug-in opens, or {@code -} for standard input. Callers of a
     * service may name what is below the configured roots; the plug-in gets the real path.
     */
    FILE,
    /** A program that the plug-in runs. Callers of a service may not, unless it is configured. */
    COMMAND,
    /** What nobody may see: neither shown nor logged. */
    SECRET
  }

  public PluginOption {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(kind, "kind");
  }

  /** An option whose value is text. */
  public PluginOption(String name, String description, String defaultValue) {
    this(name, description, defaultValue, Kind.TEXT);
  }

  /** An option that names a file or folder to open. */
  public static PluginOption file(String name, String description, String defaultValue) {
    return new PluginOption(name, description, defaultValue, Kind.FILE);
  }

  /** An option that names a program to run. */
  public static PluginOption command(String name, String description, String defaultValue) {
    return new PluginOption(name, description, defaultValue, Kind.COMMAND);
  }

  /** An option that nobody may see. */
  public static PluginOption secret(String name, String description) {
    return new PluginOption(name, description, "", Kind.SECRET);
  }
}
