// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DisplayTextTest {
  @Test
  void escapesControlCharactersInMessages() {
    assertThat(DisplayText.message("a\u001b[2Jb\r\u202ec")).isEqualTo("a\\u{1b}[2Jb\\r\\u{202e}c");
  }

  @Test
  void keepsMessageLinesAndExistingEscapes() {
    assertThat(DisplayText.message("one\ntwo \\u{1b} \u00fc")).isEqualTo("one\ntwo \\u{1b} \u00fc");
  }
}
