// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InheritedStateTest {
  private static Map<String, String> givenBack(Map<String, String> environment) {
    Map<String, String> changed = new HashMap<>(environment);
    InheritedState.restore(changed);
    return changed;
  }

  @Test
  void restoresSavedLocale() {
    assertThat(givenBack(Map.of("LC_ALL", "C.UTF-8", "COLOPHON_LC_ALL", "=de_DE", "A", "b")))
        .isEqualTo(Map.of("LC_ALL", "de_DE", "A", "b"));
    assertThat(givenBack(Map.of("LC_ALL", "C.UTF-8", "COLOPHON_LC_ALL", "=")))
        .isEqualTo(Map.of("LC_ALL", ""));
  }

  @Test
  void removesLocaleThatWasNotSet() {
    assertThat(givenBack(Map.of("LC_ALL", "C.UTF-8", "COLOPHON_LC_ALL", "", "LANG", "x")))
        .isEqualTo(Map.of("LANG", "x"));
  }

  @Test
  void keepsLocaleThatLauncherDidNotChange() {
    assertThat(givenBack(Map.of("LC_ALL", "de_DE.UTF-8")))
        .isEqualTo(Map.of("LC_ALL", "de_DE.UTF-8"));
  }
}
