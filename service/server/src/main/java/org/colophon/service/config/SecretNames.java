package org.colophon.service.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.colophon.core.plugin.PluginOption;

/**
 * Which options hold what nobody may see: those of which the plug-in says so, and of those that it
 * does not declare the ones that are called so.
 */
public final class SecretNames {
  private static final List<String> WORDS =
      List.of("secret", "password", "passwd", "token", "passphrase", "credential", "apikey");

  private SecretNames() {}

  /** Whether an option is never shown or logged. */
  public static boolean isSecret(String option, List<PluginOption> declared) {
    return declared.stream()
        .filter(each -> each.name().equals(option))
        .findFirst()
        .map(each -> each.kind() == PluginOption.Kind.SECRET)
        .orElseGet(() -> isCalledSo(option));
  }

  private static boolean isCalledSo(String option) {
    String plain = option.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
    return WORDS.stream().anyMatch(plain::contains);
  }

  /**
   * The options with secrets replaced by {@code ***}, sorted by name.
   *
   * @param declared what the plug-in says of its options
   */
  public static Map<String, String> mask(Map<String, String> options, List<PluginOption> declared) {
    Map<String, String> shown = new TreeMap<>();
    options.forEach((name, value) -> shown.put(name, isSecret(name, declared) ? "***" : value));
    return shown;
  }
}
