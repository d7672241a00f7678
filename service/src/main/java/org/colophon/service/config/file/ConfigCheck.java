// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config.file;

import java.nio.file.Path;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.log.SharedLogFactory;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.history.copy.SharedLogSpec;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ReporterSpec;

/**
 * Checks the files and plug-ins that a configuration refers to. If a check throws a {@code
 * ColophonException}, the problem is reported with file and line.
 */
public interface ConfigCheck {
  /** Checks only the syntax. */
  ConfigCheck FORM = new ConfigCheck() {};

  /** Checks that reporters exist and that plug-ins accept their options. */
  ConfigCheck PLUGINS =
      new ConfigCheck() {
        @Override
        public void options(AdapterSpec spec) {
          new PluginLoader<>(StorageAdapterFactory.class)
              .all().stream()
                  .filter(each -> each.name().equals(spec.engine()))
                  .forEach(each -> each.create(new StorageConfig(NOWHERE, spec.options())));
        }

        @Override
        public void reporter(String name) {
          var unused = new PluginLoader<>(ReporterFactory.class).get(name);
        }

        @Override
        public void options(ReporterSpec spec) {
          PluginLoader<ReporterFactory> all = new PluginLoader<>(ReporterFactory.class);
          if (all.all().stream().anyMatch(each -> each.name().equals(spec.name()))) {
            var unused = all.get(spec.name()).create(spec.options());
          }
        }

        @Override
        public void options(SharedLogSpec spec) {
          new PluginLoader<>(SharedLogFactory.class)
              .find(spec.log())
              .ifPresent(each -> each.open(spec.options()));
        }
      };

  /** Directory for an adapter that is created only to check its options. */
  Path NOWHERE = Path.of("/nonexistent");

  default void engine(String name) {}

  /** Checks the options of a storage adapter. The engine may be unknown. */
  default void options(AdapterSpec spec) {}

  default void reporter(String name) {}

  default void sharedLog(String name) {}

  /** Checks the options of a shared log. The plug-in may be unknown. */
  default void options(SharedLogSpec spec) {}

  /** Checks the options of a reporter. The plug-in may be unknown. */
  default void options(ReporterSpec spec) {}

  /** Checks a directory below which callers may let the service open files. */
  default void root(Path directory) {}
}
