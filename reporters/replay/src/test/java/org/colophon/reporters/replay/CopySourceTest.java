// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CopySourceTest {
  private static final boolean IS_ARM = System.getProperty("os.arch", "").equals("aarch64");

  private static String call(String number, String numberOnArm) {
    return (IS_ARM ? numberOnArm : number) + " 0x5 0xffffffff00000003 0x0 0x63 0x0 0x0 0x7f 0x7e";
  }

  @Test
  void returnsSourceDescriptorOfCopyingCall() {
    assertThat(LiveHostProbe.copySource(call("40", "71"))).isEqualTo(3);
    assertThat(LiveHostProbe.copySource(call("275", "76"))).isEqualTo(5);
    assertThat(LiveHostProbe.copySource(call("326", "285"))).isEqualTo(5);
  }

  @Test
  void returnsNoSourceForOtherOrInvisibleCall() {
    assertThat(LiveHostProbe.copySource(call("1", "64"))).isEqualTo(-1);
    assertThat(LiveHostProbe.copySource("running")).isEqualTo(-1);
    assertThat(LiveHostProbe.copySource("-1 0x7f 0x7e")).isEqualTo(-1);
    assertThat(LiveHostProbe.copySource("")).isEqualTo(-1);
  }
}
