// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoltAddressTest {
  @ParameterizedTest
  @CsvSource({
    "localhost:7687, 127.0.0.1, 7687, bolt://127.0.0.1:7687",
    "127.0.0.1:0, 127.0.0.1, 0, bolt://127.0.0.1:0",
    "127.1.2.3:65535, 127.1.2.3, 65535, bolt://127.1.2.3:65535",
    "[::1]:7687, ::1, 7687, bolt://[::1]:7687"
  })
  void listensOnLoopbackWhenAsked(String text, String host, int port, String uri) {
    BoltAddress address = BoltAddress.of(text);
    assertThat(address.isOn()).isTrue();
    assertThat(address.host()).isEqualTo(host);
    assertThat(address.port()).isEqualTo(port);
    assertThat(address.uri(port)).isEqualTo(uri);
  }

  @Test
  void doesNotListenWhenOff() {
    assertThat(BoltAddress.of("off").isOn()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0.0.0.0:7687",
        "[::]:7687",
        "192.168.0.1:7687",
        "example.org:7687",
        "127.0.0.1.evil.org:1",
        "127.0.0.256:1",
        "127.1:1",
        "0177.0.0.1:1"
      })
  void rejectsAReachableAddress(String text) {
    assertThatThrownBy(() -> BoltAddress.of(text))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("only this machine");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "on",
        "7687",
        "localhost",
        "localhost:",
        "localhost:70000",
        ":7687",
        "localhost:x"
      })
  void rejectsAnInvalidAddress(String text) {
    assertThatThrownBy(() -> BoltAddress.of(text))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_REQUEST))
        .hasMessageContaining("HOST:PORT");
  }
}
