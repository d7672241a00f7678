// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.scope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopeTest {
  private static boolean matches(String glob, String path) {
    return !new Scope(List.of(), List.of(glob), List.of()).hasPath(Bytes.of(path));
  }

  @ParameterizedTest
  @CsvSource({
    "build, /build",
    "build, /a/build/x",
    "build/, /build",
    "build/, /a/build/x",
    "build//, /build",
    "/build/, /build/x",
    "a/b/, /a/b/x",
    "/, /x",
    "**/key, /key",
    "**/key, /a/b/key",
    "/**/key, /key",
    "/**/key, /a/key",
    "a/**/b, /a/b",
    "a/**/b, /a/x/y/b",
    "**/a/**/b, /a/b",
    "a/**, /a/x/y",
    "*.txt, /a/b.txt",
    "/a*/b, /ax/b",
    "a**b, /a/b",
    "?, /x",
    "**, /x"
  })
  void matchesGlob(String glob, String path) {
    assertThat(matches(glob, path)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "build/, /builds",
    "build/, /rebuild",
    "/build/, /a/build",
    "a/b/, /x/a/b",
    "**/key, /monkey",
    "a/**/b, /ab",
    "a/**/b, /a/xb",
    "a/**, /a",
    "*.txt, /a.txt.gz",
    "/a*/b, /a/x/b",
    "?, /xy",
    "a/b, /a"
  })
  void doesNotMatch(String glob, String path) {
    assertThat(matches(glob, path)).isFalse();
  }

  private static Scope users(String user) {
    return new Scope(List.of(), List.of(), List.of(user));
  }

  @Test
  void acceptsIdsOfThirtyTwoBitsForUsers() {
    assertThat(users("1234567890").hasUser(1234567890)).isTrue();
    assertThat(users("4000000000").hasUser((int) 4000000000L)).isTrue();
    assertThat(users("4000000000").hasUser(0)).isFalse();
    assertThat(users("root").hasUser(0)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"4294967295", "9999999999", "12345678901", "-1", "no-such-user"})
  void reportsUnknownUser(String user) {
    assertThatThrownBy(() -> users(user))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("users=" + user);
  }
}
