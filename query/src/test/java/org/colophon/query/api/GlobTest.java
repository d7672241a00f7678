package org.colophon.query.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.colophon.core.error.ColophonException;
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
  void takesLittleTimeForAnyPattern() {
    Bytes path = Bytes.of("/" + "a".repeat(4000));
    Glob glob = Glob.of("*a".repeat(50) + "b");
    assertThat(CompletableFuture.supplyAsync(() -> glob.matches(path)))
        .succeedsWithin(Duration.ofSeconds(5))
        .isEqualTo(false);
  }

  @Test
  void rejectsAnEmptyPattern() {
    assertThatThrownBy(() -> Glob.of("")).isInstanceOf(ColophonException.class);
  }
}
