package org.colophon.core.plugin;

import java.util.List;

/** Description that every plug-in factory gives. Needs a public constructor without parameters. */
public interface Plugin {
  /** Returns a stable lower-case name, unique among plug-ins of its kind. */
  String name();

  /** Returns the purpose in one sentence. */
  String description();

  /** Returns the options that it accepts. */
  List<PluginOption> options();
}
