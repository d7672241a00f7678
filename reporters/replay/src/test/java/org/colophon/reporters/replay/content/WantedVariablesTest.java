// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.replay.line.StraceLineParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WantedVariablesTest {
  private static String json(String environment, String... globs) {
    byte[] line =
        ("7 execve(\"/bin/x\", [\"x\", \"P=1\"], " + environment + ") = 0")
            .getBytes(StandardCharsets.ISO_8859_1);
    return WantedVariables.of(List.of(globs))
        .json(new StraceLineParser().parse(line, 0, line.length).stringsAt(2))
        .toString();
  }

  @Test
  void selectsVariablesSortedByName() {
    assertThat(json("[\"PATH=/bin:/x\", \"LC_ALL=C\", \"KEY=s\", \"LC_A=a=b\"]", "PATH", "LC_*"))
        .isEqualTo("{\"variables\":{\"LC_A\":\"a=b\",\"LC_ALL\":\"C\",\"PATH\":\"/bin:/x\"}}");
  }

  @Test
  void marksTruncatedValuesAndLists() {
    assertThat(json("[\"A=...\", \"B=b\"..., \"C=c\", ...]", "*"))
        .isEqualTo(
            "{\"variables\":{\"A\":\"...\",\"B\":\"b\",\"C\":\"c\"},\"cut\":[\"B\"],"
                + "\"isIncomplete\":true}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "NULL", "[\"=x\", \"noequals\"]"})
  void findsNothingInEmptyEnvironment(String environment) {
    assertThat(json(environment, "*")).isEqualTo("{\"variables\":{}}");
  }

  @Test
  void marksEnvironmentThatIsNotShown() {
    assertThat(json("0x7ffd /* 9 vars */", "*"))
        .isEqualTo("{\"variables\":{},\"isIncomplete\":true}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A=1", "/usr/*"})
  void rejectsPatternThatNoNameMatches(String glob) {
    assertThatThrownBy(() -> WantedVariables.of(List.of(glob)))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }
}
