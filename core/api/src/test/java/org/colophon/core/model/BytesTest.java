// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class BytesTest {
  @Test
  void showsHostileNamesHarmlessly() {
    assertThat(Bytes.of("plain é 漢").display()).isEqualTo("plain é 漢");
    assertThat(Bytes.of("a\nb\tc\\").display()).isEqualTo("a\\nb\\tc\\\\");
    assertThat(Bytes.of("\u001b[31mred\u007f").display()).isEqualTo("\\u{1b}[31mred\\u{7f}");
    assertThat(Bytes.of("\u202egpj.exe").display()).isEqualTo("\\u{202e}gpj.exe");
    assertThat(Bytes.wrap(new byte[] {'a', (byte) 0xff, 'b', (byte) 0xc3}).display())
        .isEqualTo("a\\xffb\\xc3");
  }

  @Property
  void showsArbitraryBytesAsOneHarmlessLine(@ForAll byte[] value) {
    String shown = Bytes.copyOf(value).display();
    assertThat(shown.chars().noneMatch(Character::isISOControl)).isTrue();
  }

  @Property
  void showsDifferentBytesDifferently(@ForAll byte[] one, @ForAll byte[] other) {
    Bytes first = Bytes.copyOf(one);
    Bytes second = Bytes.copyOf(other);
    assertThat(first.display().equals(second.display())).isEqualTo(first.equals(second));
  }

  @Property
  void ordersLikeUnsignedBytes(@ForAll byte[] one, @ForAll byte[] other) {
    int byText =
        new String(one, StandardCharsets.ISO_8859_1)
            .compareTo(new String(other, StandardCharsets.ISO_8859_1));
    int order = Bytes.copyOf(one).compareTo(Bytes.copyOf(other));
    assertThat(Integer.signum(order)).isEqualTo(Integer.signum(byText));
  }

  @Test
  void findsNamesBelowADirectory() {
    Bytes path = Bytes.of("/a/bc/d");
    assertThat(path.isAtOrBelow(Bytes.of("/a/bc"))).isTrue();
    assertThat(path.isAtOrBelow(Bytes.of("/a/bc/"))).isTrue();
    assertThat(path.isAtOrBelow(Bytes.of("/a/bc/d"))).isTrue();
    assertThat(path.isAtOrBelow(Bytes.of("/"))).isTrue();
    assertThat(path.isAtOrBelow(Bytes.of("/a/b"))).isFalse();
    assertThat(Bytes.of("/a").isAtOrBelow(path)).isFalse();
  }
}
