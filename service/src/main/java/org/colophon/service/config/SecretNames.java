package org.colophon.service.config;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.colophon.core.plugin.PluginOption;

/** Which options hold what nobody may see: by their names, and by what the plug-in says. */
public final class SecretNames {
  private static final List<String> WORDS =
      List.of("secret", "password", "passwd", "token", "passphrase", "credential", "apikey");

  private SecretNames() {}

  /** Whether an option of such a name is never shown or logged. */
  public static boolean isSecret(String option) {
    String plain = option.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
    return WORDS.stream().anyMatch(plain::contains);
  }

  /** The options with secrets replaced by {@code ***}, sorted by name. */
  public static Map<String, String> mask(Map<String, String> options) {
    return mask(options, List.of());
  }

  /** The same, for options of which the plug-in may say that they are secret. */
  public static Map<String, String> mask(Map<String, String> options, List<PluginOption> declared) {
    Set<String> secrets = new HashSet<>();
    for (PluginOption option : declared) {
      if (option.kind() == PluginOption.Kind.SECRET) {
        secrets.add(option.name());
      }
    }
    Map<String, String> shown = new TreeMap<>();
    options.forEach(
        (name, value) -> shown.put(name, isSecret(name) || secrets.contains(name) ? "***" : value));
    return shown;
  }
}
