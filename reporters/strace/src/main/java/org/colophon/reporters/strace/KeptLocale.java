package org.colophon.reporters.strace;

import java.util.Map;

/**
 * Original locale of the command. The launcher may replace LC_ALL by a UTF-8 locale and then saves
 * the original value.
 */
final class KeptLocale {
  /** {@code =VALUE}, or empty if LC_ALL was not set. */
  private static final String KEPT = "COLOPHON_LC_ALL";

  private static final String CHOSEN = "LC_ALL";

  private KeptLocale() {}

  /** Restores the saved value. */
  static void restore(Map<String, String> environment) {
    String kept = environment.remove(KEPT);
    if (kept == null) {
      return;
    }
    if (kept.isEmpty()) {
      environment.remove(CHOSEN);
    } else {
      environment.put(CHOSEN, kept.substring(1));
    }
  }
}
