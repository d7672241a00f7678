package org.colophon.service.config.file;

import java.nio.file.Path;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.colophon.core.spi.storage.StorageConfig;
import org.colophon.service.config.AdapterSpec;
import org.colophon.service.config.ReporterSpec;

/**
 * Looks whether what a configuration names is there. A refusal, a {@code ColophonException}, is
 * told with file and line.
 */
public interface ConfigCheck {
  /** Of the form alone. */
  ConfigCheck FORM = new ConfigCheck() {};

  /**
   * Of plug-ins: whether reporters are there, and whether they and the storage engines that are
   * there take their options. Making one opens nothing.
   */
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
      };

  /** Stands for the folder of an adapter that is made only to check its options. */
  Path NOWHERE = Path.of("/nonexistent");

  /** A storage engine by its name. */
  default void engine(String name) {}

  /** A storage adapter with its options; an engine that is not there was refused by its name. */
  default void options(AdapterSpec spec) {}

  /** A reporter by its name. */
  default void reporter(String name) {}

  /** A reporter with its options; one that is not there was refused by its name. */
  default void options(ReporterSpec spec) {}

  /** A folder below which callers may have files opened. */
  default void root(Path folder) {}
}
