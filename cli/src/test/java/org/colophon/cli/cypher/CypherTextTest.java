// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.cypher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CypherTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "RETURN 1;|8",
        "RETURN 1|-1",
        "RETURN ';';|10",
        "RETURN \"a\\\";\";|13",
        "RETURN 'it\\'s;';|15",
        "MATCH (n:`;`);|13",
        "RETURN `a\\`;|11",
        "/* ; */ RETURN 1;|16",
        "RETURN 'open;|-1",
        "/* open;|-1"
      })
  void findsTheEndAtAnUnquotedSemicolon(String text, int end) {
    assertThat(CypherText.end(text)).isEqualTo(end);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  \n", ";", " ;; ", "// a comment", "/* a */ ; // b\n"})
  void runsNothingWhenThereAreOnlyComments(String text) {
    assertThat(CypherText.isBlank(text)).isTrue();
    assertThatThrownBy(() -> CypherText.single(text))
        .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_REQUEST);
  }

  @ParameterizedTest
  @ValueSource(strings = {"RETURN 1", "RETURN 1;", "RETURN 1; // done", "RETURN 1;;"})
  void acceptsASingleStatementWithoutSemicolon(String text) {
    assertThat(CypherText.single(text)).isEqualTo("RETURN 1");
  }
}
