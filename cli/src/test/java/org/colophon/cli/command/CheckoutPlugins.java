// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.command;

import java.nio.file.Path;
import java.util.List;
import org.colophon.core.plugin.PluginDirectories;

/** Makes the optional plug-ins of this checkout, all unbuilt, known to the current thread. */
final class CheckoutPlugins implements AutoCloseable {
  private final ClassLoader before = Thread.currentThread().getContextClassLoader();
  private final PluginDirectories plugins =
      new PluginDirectories(Path.of(".."), List.of(), PluginDirectories.Builder.NONE, before);

  CheckoutPlugins() {
    Thread.currentThread().setContextClassLoader(plugins);
  }

  boolean isOpen(String name) {
    return plugins.isOpen(name);
  }

  @Override
  public void close() {
    Thread.currentThread().setContextClassLoader(before);
  }
}
