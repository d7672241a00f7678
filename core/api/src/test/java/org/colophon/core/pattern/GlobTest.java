// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GlobTest {
  @ParameterizedTest
  @CsvSource({
    "/usr/*, /usr/lib, true",
    "/usr/*, /usr/lib/x86/libc.so, true",
    "/usr/*, /usr, false",
    "/usr/*, /usrlocal/x, false",
    "/usr/**/libc.so, /usr/lib/x86/libc.so, true",
    "/usr/*/libc.so, /usr/lib/x86/libc.so, false",
    "*.so, /usr/lib/libc.so, true",
    "*.so, /usr/lib/libc.so.6, false",
    "*.so*, /usr/lib/libc.so.6, true",
    "cache, /home/u/cache/deep/file, true",
    "cache, /home/u/mycache/file, false",
    "/h/?.c, /h/a.c, true",
    "/h/?.c, /h/ab.c, false",
    "/h/a, /h/ab, false",
    "/**, /anything/at/all, true",
    "bash, /bin/bash, true",
    "/usr/**/libc.so, /usr/libc.so, true",
    "/usr/**/libc.so, /usr/xlibc.so, false",
    "**/cache, /home/u/cache/file, true",
    "/**/cache, /cache, true",
    "**/u/**/file, /home/u/cache/file, true",
    "cache/, /home/u/cache/file, true",
    "/, /x, true",
  })
  void matchesPathsAndTheirDescendants(String pattern, String path, boolean matches) {
    assertThat(Glob.of(pattern).matches(Bytes.of(path))).isEqualTo(matches);
  }

  @Test
  void matchesBytesThatAreNotText() {
    Bytes path = Bytes.wrap(new byte[] {'/', 'h', '/', (byte) 0xff, 'x'});
    assertThat(Glob.of("/h/?x").matches(path)).isTrue();
    assertThat(Glob.of(Bytes.wrap(new byte[] {(byte) 0xff, '*'})).matches(path)).isTrue();
  }

  @Test
  void matchesQuicklyWithAnyPattern() {
    Bytes path = Bytes.of("/" + "a".repeat(4000));
    Glob glob = Glob.of("*a".repeat(50) + "b");
    assertThat(CompletableFuture.supplyAsync(() -> glob.matches(path)))
        .succeedsWithin(Duration.ofSeconds(5))
        .isEqualTo(false);
  }

  @Test
  void matchesPatternOfMoreThanOneWordOfBits() {
    Glob glob = Glob.of("/" + "ab?*".repeat(40) + "/**/end");
    assertThat(glob.matchesWhole(Bytes.of("/" + "abcde".repeat(40) + "/x/y/end"))).isTrue();
    assertThat(glob.matchesWhole(Bytes.of("/" + "abcde".repeat(39) + "/x/y/end"))).isFalse();
  }

  @Test
  void matchesRestOfPathFromIndex() {
    assertThat(Glob.of("b/*").matchesWhole(Bytes.of("/a/b/c"), 3)).isTrue();
    assertThat(Glob.of("*.c").matchesWhole(Bytes.of("/a/b/x.c"), 3)).isTrue();
    assertThat(Glob.of("a/*").matchesWhole(Bytes.of("/a/b"), 3)).isFalse();
  }

  @Test
  void matchesOnlyThePathItselfWhenWhole() {
    assertThat(Glob.of("/h/*").matchesWhole(Bytes.of("/h/a"))).isTrue();
    assertThat(Glob.of("/h/*").matchesWhole(Bytes.of("/h/a/b"))).isFalse();
    assertThat(Glob.of("a").matchesWhole(Bytes.of("/h/a"))).isTrue();
    assertThat(Glob.of("a").matchesWhole(Bytes.of("/a/h"))).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "*.o, /a, /b, false",
    "/a/x, /a, /b, true",
    "/a/x, /c, /b, false",
    "/a/x, /a/x, /b, false",
    "x**y, /ax, /b, true",
  })
  void differsBelowDirectoriesThatMayHoldAMatch(
      String pattern, String one, String other, boolean differs) {
    assertThat(Glob.of(pattern).differsBelow(Bytes.of(one), Bytes.of(other))).isEqualTo(differs);
  }

  @Test
  void rejectsAnEmptyPattern() {
    assertThatThrownBy(() -> Glob.of(""))
        .hasFieldOrPropertyWithValue("code", ErrorCode.BAD_REQUEST);
  }
}
