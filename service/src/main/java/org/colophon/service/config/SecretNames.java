package org.colophon.service.config;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Which options hold what nobody may see, by their names. */
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
    Map<String, String> shown = new TreeMap<>();
    options.forEach((name, value) -> shown.put(name, isSecret(name) ? "***" : value));
    return shown;
  }
}
