// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MessageTextTest {
  @Test
  void usesSingularForOneOnly() {
    assertThat(MessageText.count(1, "file")).isEqualTo("1 file");
    assertThat(MessageText.count(0, "file")).isEqualTo("0 files");
    assertThat(MessageText.count(1_234, "file")).isEqualTo("1,234 files");
  }

  @Test
  void formsPluralOfNounThatEndsWithSibilantOrY() {
    assertThat(MessageText.count(2, "process")).isEqualTo("2 processes");
    assertThat(MessageText.count(2, "entry")).isEqualTo("2 entries");
  }
}
