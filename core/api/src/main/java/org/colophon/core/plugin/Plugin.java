package org.colophon.core.plugin;

import java.util.List;

/** What every plug-in factory says of itself. Needs a public constructor without parameters. */
public interface Plugin {
  /** A stable lower-case name, unique among plug-ins of its kind. */
  String name();

  /** What it is for, in a sentence. */
  String description();

  /** The options that it takes. */
  List<PluginOption> options();
}
