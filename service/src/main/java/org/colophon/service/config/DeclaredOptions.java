// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.plugin.Plugin;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.plugin.PluginOption;
import org.colophon.core.spi.log.SharedLogFactory;
import org.colophon.core.spi.reporter.ReporterFactory;
import org.colophon.core.spi.storage.StorageAdapterFactory;

/** Options that plug-ins declare, including whether they are secret. */
public final class DeclaredOptions {
  private static final List<String> SECRET_WORDS =
      List.of(
          "secret", "password", "passwd", "token", "passphrase", "credential", "apikey", "jaas");

  private DeclaredOptions() {}

  /** Returns the options of a reporter; empty if the reporter is not on the class path. */
  public static List<PluginOption> ofReporter(String name) {
    return of(ReporterFactory.class, name);
  }

  /** Returns the options of a storage engine; empty if the engine is not on the class path. */
  public static List<PluginOption> ofEngine(String name) {
    return of(StorageAdapterFactory.class, name);
  }

  /** Returns the options of a shared log; empty if the log is not on the class path. */
  public static List<PluginOption> ofSharedLog(String name) {
    return of(SharedLogFactory.class, name);
  }

  private static List<PluginOption> of(Class<? extends Plugin> kind, String name) {
    for (Plugin each : new PluginLoader<>(kind).all()) {
      if (each.name().equals(name)) {
        return each.options();
      }
    }
    return List.of();
  }

  /**
   * Returns true if the value of an option must not be shown or logged. Uses the option's
   * declaration; without one, its name.
   */
  public static boolean isSecret(String option, List<PluginOption> declared) {
    return declared.stream()
        .filter(each -> each.name().equals(option))
        .findFirst()
        .map(each -> each.kind() == PluginOption.Kind.SECRET)
        .orElseGet(() -> hasSecretWord(option));
  }

  private static boolean hasSecretWord(String option) {
    String plain = option.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
    return SECRET_WORDS.stream().anyMatch(plain::contains);
  }

  /** Returns the options sorted by name. Replaces the values of secret options by {@code ***}. */
  public static Map<String, String> mask(Map<String, String> options, List<PluginOption> declared) {
    Map<String, String> shown = new TreeMap<>();
    options.forEach((name, value) -> shown.put(name, isSecret(name, declared) ? "***" : value));
    return shown;
  }
}
