// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionsTest {
  private long now = Long.MAX_VALUE - 1; // nanoTime may overflow
  private final Sessions sessions = new Sessions(() -> now);

  @Test
  void expiresCodeAfterTwoMinutes() {
    String code = sessions.newCode();
    String late = sessions.newCode();
    now += Sessions.CODE_TIME.toNanos() - 1;
    assertThat(sessions.exchangeCode(code)).isNotNull();
    now += 1;
    assertThat(sessions.exchangeCode(late)).isNull();
  }

  @Test
  void endsSessionAfterTwelveHours() {
    String key = sessions.exchangeCode(sessions.newCode());
    now += Sessions.SESSION_TIME.toNanos() - 1;
    assertThat(sessions.isValid(key)).isTrue();
    now += 1;
    assertThat(sessions.isValid(key)).isFalse();
  }

  @Test
  void dropsOldestCodeBeyondLimit() {
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < 65; i++) {
      codes.add(sessions.newCode());
    }
    assertThat(sessions.exchangeCode(codes.get(0))).isNull();
    assertThat(sessions.exchangeCode(codes.get(1))).isNotNull();
  }

  @Test
  void acceptsNeitherCodeAsSessionNorSessionAsCode() {
    String code = sessions.newCode();
    assertThat(sessions.isValid(code)).isFalse();
    String key = sessions.exchangeCode(code);
    assertThat(sessions.exchangeCode(key)).isNull();
  }
}
