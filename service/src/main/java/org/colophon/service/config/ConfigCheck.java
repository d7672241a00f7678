package org.colophon.service.config;

import java.nio.file.Path;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.reporter.ReporterFactory;

/**
 * Looks whether what a configuration names is there. A refusal, a {@code ColophonException}, is
 * told with file and line.
 */
public interface ConfigCheck {
  /** Of the form alone. */
  ConfigCheck FORM = new ConfigCheck() {};

  /** Of reporters: whether they are there, and take their options. Making one opens nothing. */
  ConfigCheck REPORTERS =
      new ConfigCheck() {
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

  /** A storage engine by its name. */
  default void engine(String name) {}

  /** A reporter by its name. */
  default void reporter(String name) {}

  /** A reporter with its options; one that is not there was refused by its name. */
  default void options(ReporterSpec spec) {}

  /** A folder below which callers may have files opened. */
  default void root(Path folder) {}
}
