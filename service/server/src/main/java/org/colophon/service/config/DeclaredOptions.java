package org.colophon.service.config;

import java.util.List;
import org.colophon.core.plugin.Plugin;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/** What plug-ins say of their options; of one that is not on the class path nothing is known. */
public final class DeclaredOptions {
  private DeclaredOptions() {}

  /** The options of a reporter. */
  public static List<PluginOption> ofReporter(String name) {
    return of(ReporterFactory.class, name);
  }

  /** The options of a storage engine. */
  public static List<PluginOption> ofEngine(String name) {
    return of(StorageAdapterFactory.class, name);
  }

  private static List<PluginOption> of(Class<? extends Plugin> kind, String name) {
    for (Plugin each : new PluginLoader<>(kind).all()) {
      if (each.name().equals(name)) {
        return each.options();
      }
    }
    return List.of();
  }
}
