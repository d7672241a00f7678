// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.plugin;

import java.util.List;

/** Base of a plug-in factory whose description never changes. */
public abstract class NamedPlugin implements Plugin {
  private final String name;
  private final String description;
  private final List<PluginOption> options;

  /** Constructs a factory with the values that {@link Plugin} returns. */
  protected NamedPlugin(String name, String description, List<PluginOption> options) {
    this.name = name;
    this.description = description;
    this.options = List.copyOf(options);
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String description() {
    return description;
  }

  @Override
  public final List<PluginOption> options() {
    return options;
  }
}
