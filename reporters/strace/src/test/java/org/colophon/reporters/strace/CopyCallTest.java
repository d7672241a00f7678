package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CopyCallTest {
  private static final boolean IS_ARM = System.getProperty("os.arch", "").equals("aarch64");

  private static String call(String number, String numberOnArm) {
    return (IS_ARM ? numberOnArm : number) + " 0x5 0xffffffff00000003 0x0 0x63 0x0 0x0 0x7f 0x7e";
  }

  @Test
  void shouldTellTheSourceWhenACallCopies() {
    assertThat(LiveSurroundings.copySource(call("40", "71"))).isEqualTo(3);
    assertThat(LiveSurroundings.copySource(call("275", "76"))).isEqualTo(5);
    assertThat(LiveSurroundings.copySource(call("326", "285"))).isEqualTo(5);
  }

  @Test
  void shouldTellNoneWhenItIsAnotherCallOrCannotBeSeen() {
    assertThat(LiveSurroundings.copySource(call("1", "64"))).isEqualTo(-1);
    assertThat(LiveSurroundings.copySource("running")).isEqualTo(-1);
    assertThat(LiveSurroundings.copySource("-1 0x7f 0x7e")).isEqualTo(-1);
    assertThat(LiveSurroundings.copySource("")).isEqualTo(-1);
  }
}
