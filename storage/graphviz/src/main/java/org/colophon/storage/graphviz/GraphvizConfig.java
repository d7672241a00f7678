// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.storage.common.AdapterOptions;

/** The adapter's checked options, see {@link #OPTIONS}. */
record GraphvizConfig(Path directory, Path file, boolean touches) {
  private static final PluginOption FILE =
      PluginOption.file("file", "the file to write, an absolute path", "");
  private static final PluginOption TOUCHES =
      new PluginOption("touches", "draw accesses without content: yes or no", "no");

  /** All options, for the help text and to reject unknown ones. */
  static final List<PluginOption> OPTIONS = List.of(FILE, TOUCHES);

  static GraphvizConfig of(StorageConfig config) {
    AdapterOptions options = AdapterOptions.of("graphviz", OPTIONS, Set.of(), config);
    Path directory = config.directory();
    Path file = options.file(FILE);
    return new GraphvizConfig(
        directory,
        file == null ? directory.resolve("provenance.dot") : file,
        options.flag(TOUCHES, "yes", "no"));
  }
}
