// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.core.model.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimesTest {
  @ParameterizedTest
  @CsvSource({
    "1500000000, 1500000000000000000",
    "1500000000.123456789, 1500000000123456789",
    "1500000000123, 1500000000123000000",
    "1500000000123456, 1500000000123456000",
    "1500000000123456789, 1500000000123456789",
    "1970-01-01T00:00:01Z, 1000000000",
    "1970-01-01T02:00:01.5+02:00, 1500000000",
    "2, 2000000000",
    "99999999999999999999, 0",
    "5:56 PM, 0",
    "1e9, 0",
    "-5, 0",
    ".5, 0",
    "'', 0",
    "9999-99-99T00:00:00Z, 0",
    "+999999999-01-01T00:00:00Z, 0",
  })
  void readsTimes(String text, long nanos) {
    assertThat(Times.nanos(Bytes.of(text))).isEqualTo(nanos);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "42, 42", "-1, -1", "x, -1", "'', -1", "1234567890123456789, -1"})
  void parsesDecimalNumbersOnly(String text, long number) {
    assertThat(Times.number(Bytes.of(text))).isEqualTo(number);
  }
}
