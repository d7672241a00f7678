package org.colophon.reporters.strace;

import java.util.Map;

/**
 * The locale that a command is to run in. Whoever starts this JVM may have had to choose another
 * LC_ALL for it, in UTF-8; what it was before is in a variable then.
 */
final class KeptLocale {
  /** {@code =VALUE}, or empty if LC_ALL was not set. */
  private static final String KEPT = "COLOPHON_LC_ALL";

  private static final String CHOSEN = "LC_ALL";

  private KeptLocale() {}

  /** Makes an environment what it was. */
  static void giveBack(Map<String, String> environment) {
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
