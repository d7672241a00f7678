// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompletionPointTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      quoteCharacter = '~',
      value = {
        "MAT # WORD # MAT",
        "MATCH (n:Fi # LABEL # Fi",
        "MATCH (: # LABEL # ~~",
        "MATCH (n:File|Pro # LABEL # Pro",
        "MATCH (n)-[r:US # TYPE # US",
        "MATCH ()-[:USED|WAS # TYPE # WAS",
        "MATCH (a)-[:USED]->(b:Fi # LABEL # Fi",
        "MATCH (n:File {na # PROPERTY # na",
        "MATCH (n:File {name: 'x', k # PROPERTY # k",
        "MATCH (n:File {name: to # WORD # to",
        "MATCH (n) WHERE n.na # DOTTED # na",
        "RETURN colophon.ob # DOTTED # ob",
        "CALL colophon.anc # PROCEDURE # colophon.anc",
        "call # PROCEDURE # ~~",
        "RETURN $pa # PARAMETER # pa",
        "RETURN 'a:Fi # NOTHING # Fi",
        "RETURN 'a' + to # WORD # to",
        ":fo # COMMAND # :fo",
        ":format ta # FORMAT # ta",
        ":param x Fi # NOTHING # ~~"
      })
  void detectsTheKindOfTheUnfinishedWord(String before, CompletionPoint.Kind kind, String word) {
    String text = before.equals("call") ? "call " : before;

    CompletionPoint place = CompletionPoint.at(text);

    assertThat(place.kind()).isEqualTo(kind);
    assertThat(text.substring(place.start())).isEqualTo(word);
  }
}
