// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.prov;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that names and values of a document cannot change the structure of a PROV-N text. */
class ProvNTextTest {
  private static JsonNode json(String text) throws JsonProcessingException {
    return new ObjectMapper().readTree(text.replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        "ex:plain ex:plain",
        "object:web/42.v1 object:web/42.v1",
        "ex:a,b) ex:a\\,b\\)",
        "ex:a:b=c ex:a\\:b\\=c",
        "ex:-a. ex:\\-a\\.",
        "ex:a%20b% ex:a%20b%25",
        "_:b1 record:b1",
      })
  void escapesNames(String name, String escaped) {
    assertThat(ProvNText.name(name)).isEqualTo(escaped);
  }

  @Test
  void encodesWhatNoNameMayContain() {
    assertThat(ProvNText.name("ex:a b\n\"<\u001b")).isEqualTo("ex:a%20b%0A%22%3C%1B");
    assertThat(ProvNText.iri("http://e/>\n\\")).isEqualTo("http://e/%3E%0A%5C");
  }

  @Test
  void writesLiterals() throws JsonProcessingException {
    assertThat(ProvNText.literal(json("'a'"))).isEqualTo("\"a\"");
    assertThat(ProvNText.literal(json("5"))).isEqualTo("\"5\" %% xsd:int");
    assertThat(ProvNText.literal(json("true"))).isEqualTo("\"true\" %% xsd:boolean");
    assertThat(ProvNText.literal(json("{'$': '1', 'type': 'ex:t'}"))).isEqualTo("\"1\" %% ex:t");
    assertThat(ProvNText.literal(json("{'$': 'ex:v', 'type': 'xsd:QName'}"))).isEqualTo("'ex:v'");
    assertThat(ProvNText.literal(json("{'$': 'a', 'lang': 'en-GB'}"))).isEqualTo("\"a\"@en-GB");
    assertThat(ProvNText.literal(json("{'$': 'a', 'lang': 'en)'}"))).isEqualTo("\"a\"");
    assertThat(ProvNText.quote("a\\\n\"\u001b")).isEqualTo("\"a\\\\\\n\\\"\\\\u{1b}\"");
  }

  @Test
  void writesOnlyWellFormedTimesAsArguments() throws JsonProcessingException {
    assertThat(ProvNText.argument("prov:time", json("'2020-01-01T00:00:00Z'"))).isNotEmpty();
    assertThat(ProvNText.argument("prov:time", json("'2020) used(a, b'"))).isEmpty();
  }
}
