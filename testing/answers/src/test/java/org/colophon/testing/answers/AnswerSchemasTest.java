// SPDX-License-Identifier: Apache-2.0
package org.colophon.testing.answers;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerSchemasTest {
  private static final String FOUND =
      """
      {"format": "colophon-find", "version": 1, "found": [], "left": 0}""";

  @Test
  void acceptsAnswerWithAllFields() {
    assertThatCode(() -> AnswerSchemas.check(FOUND)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"left\": 0, \"surprise\": 1",
        "\"left\": \"none\"",
        "\"rest\": 0",
        "\"left\": 0, \"version\": 2"
      })
  void rejectsAnswerWithOtherFields(String fields) {
    assertThatThrownBy(() -> AnswerSchemas.check(FOUND.replace("\"left\": 0", fields)))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void rejectsUnknownFormat() {
    assertThatThrownBy(() -> AnswerSchemas.check(FOUND.replace("-find", "-guess")))
        .isInstanceOf(AssertionError.class);
  }
}
