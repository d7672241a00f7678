// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.colophon.core.model.encoding.PathBytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PathBytesTest {
  @TempDir Path directory;

  /** Writes one character as one byte, so that all bytes can be written. */
  private static Bytes latin1(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/etc/passwd",
        "a",
        "",
        "../..",
        "/d\u00e4",
        "d\u00f6",
        "../d\u00c3\u00a9/%41/a b?#\u00ff",
        "/../\u0080",
        "./x/../\u00e4"
      })
  void roundTripsBytes(String text) {
    Bytes bytes = latin1(text);

    assertThat(PathBytes.of(PathBytes.path(bytes))).isEqualTo(bytes);
    assertThat(PathBytes.path(bytes).isAbsolute()).isEqualTo(text.startsWith("/"));
  }

  @Test
  void equalsThePathThatJavaDecodes() {
    assertThat(PathBytes.path(Bytes.of("/d\u00f6n/\u20ac"))).isEqualTo(Path.of("/d\u00f6n/\u20ac"));
    assertThat(PathBytes.of(Path.of("d\u00f6n"))).isEqualTo(Bytes.of("d\u00f6n"));
  }

  @Test
  void distinguishesFilesThatLookTheSame() throws IOException {
    Path one = directory.resolve(PathBytes.path(latin1("d\u00e4")));
    Path other = directory.resolve(PathBytes.path(latin1("d\u00f6")));
    Files.writeString(one, "one");
    Files.writeString(other, "other");
    Path link = Files.createSymbolicLink(directory.resolve("link"), other.getFileName());

    assertThat(PathBytes.path(PathBytes.of(one))).hasContent("one");
    assertThat(PathBytes.of(Files.readSymbolicLink(link))).isEqualTo(latin1("d\u00f6"));
    assertThat(PathBytes.of(link.toRealPath())).isEqualTo(PathBytes.of(other.toRealPath()));
  }

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "//, /",
    "/./, /",
    "//lab//data/./x, /lab/data/x",
    "/lab/, /lab",
    "/lab/., /lab",
    "/lab/.//./., /lab",
    "/./.x/..y/.z./, /.x/..y/.z.",
    "/lab/../x//y, /lab/../x/y",
    "mysql://h//db/./t/, mysql://h//db/./t/",
    "x//y/, x//y/"
  })
  void normalisesPathsOnly(String given, String normal) {
    assertThat(PathBytes.normal(Bytes.of(given))).isEqualTo(Bytes.of(normal));
  }

  @Test
  void returnsSameObjectForNormalPath() {
    Bytes path = latin1("/d\u00e4/x.y");

    assertThat(PathBytes.normal(path)).isSameAs(path);
    assertThat(PathBytes.normal(latin1("/d\u00e4//x.y"))).isEqualTo(path);
    assertThat(PathBytes.normal(Bytes.EMPTY)).isSameAs(Bytes.EMPTY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/a\0b", "/\u00e4\0b"})
  void rejectsZeros(String text) {
    assertThatThrownBy(() -> PathBytes.path(latin1(text))).isInstanceOf(InvalidPathException.class);
  }
}
