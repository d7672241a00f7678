// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.colophon.reporters.replay.syscall.SocketAddress;
import org.junit.jupiter.api.Test;

class SocketTableTest {
  @Test
  void parsesAddressesOfBothFamilies() {
    assertThat(SocketTable.parse("01004D0A:1F90")).isEqualTo(new SocketAddress("10.77.0.1", 8080));
    assertThat(SocketTable.parse("0000000000000000FFFF00000201000A:0016"))
        .isEqualTo(new SocketAddress("10.0.1.2", 22));
    assertThat(SocketTable.parse("B80D0120000000000000000001000000:0050").host())
        .isEqualTo("2001:db8::1");
  }
}
