// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import java.util.List;

/**
 * Base of plug-in factories: name, description and options. An implementation needs a public
 * constructor without parameters.
 */
public interface Plugin {
  /** Returns a stable lower-case name, unique among plug-ins of its kind. */
  String name();

  /** Returns the purpose in one sentence. */
  String description();

  /** Returns the options that the plug-in accepts. */
  List<PluginOption> options();
}
