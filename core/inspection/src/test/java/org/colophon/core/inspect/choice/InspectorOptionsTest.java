// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.inspect.choice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InspectorOptionsTest {
  @ParameterizedTest
  @CsvSource({
    "*.txt, /lab/a.txt, true",
    "*.txt, /lab/A.TXT, true",
    "*.txt, /lab/.txt, false",
    "*.txt, /lab/a.txt.bak, false",
    "*.tar.gz, /lab/x.tar.gz, true",
    "a*, /lab/abc, true",
    "a?c, /lab/abc, true",
    "a?c, /lab/a/c, false",
    "/lab/*.c, /lab/x.c, true",
    "/lab/*.c, /lab/sub/x.c, false",
    "/lab/**.c, /lab/sub/x.c, true",
    "[x], /lab/[x], true",
    "Makefile, /lab/Makefile, true",
    "Makefile, /lab/xMakefile, false"
  })
  void matchesPathsByGlob(String glob, String path, boolean expected) {
    assertThat(new PathGlobs(List.of(glob)).matches(Bytes.of(path))).isEqualTo(expected);
  }

  @Test
  void matchesNamesThatAreNotUtf8() {
    byte[] name = "/lab/\377x.txt".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(new PathGlobs(List.of("*x.t?t")).matches(Bytes.wrap(name))).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "a.txt, hello, text/plain",
    "a.csv, 'a,b', text/csv",
    "a, hello, text/plain",
    "a.png, %PDF-1.4, application/pdf",
    "a.bin, '', application/octet-stream",
    "a.txt, %PDF-1.4, application/pdf",
    "a.parquet, PAR1xx, application/vnd.apache.parquet"
  })
  void determinesTheTypeFromNameAndFirstBytes(String name, String head, String type) {
    byte[] bytes = head.getBytes(StandardCharsets.ISO_8859_1);
    assertThat(new SimpleTypeDetector().typeOf(Bytes.of(name), bytes)).isEqualTo(type);
  }

  @Test
  void usesTheExtensionWhenTheContentIsAnArchive() {
    byte[] zip = {'P', 'K', 3, 4, 0};
    SimpleTypeDetector detector = new SimpleTypeDetector();
    assertThat(detector.typeOf(Bytes.of("a.docx"), zip)).endsWith("wordprocessingml.document");
    assertThat(detector.typeOf(Bytes.of("a.txt"), zip)).isEqualTo("application/zip");
    assertThat(detector.typeOf(Bytes.of("a"), new byte[] {0, 1}))
        .isEqualTo("application/octet-stream");
  }

  @Test
  void acceptsLimitsAndOwnOptions() {
    Map<String, String> options =
        Map.of(
            "inspectors", "naughty",
            "naughty.globs", "*.a, *.b",
            "naughty.max-bytes", "17",
            "naughty.timeout", "5",
            "naughty.prefix", "p");
    InspectorSpec spec = InspectorOptions.parse(options).get(0);
    assertThat(spec.traits().maxBytes()).isEqualTo(17);
    assertThat(spec.traits().timeoutMillis()).isEqualTo(5);
    assertThat(spec.options()).isEqualTo(Map.of("prefix", "p"));
    assertThat(spec.wants(Bytes.of("/x.b"), "text/plain")).isTrue();
    assertThat(spec.wants(Bytes.of("/x.txt"), "text/plain")).isFalse();
    assertThat(InspectorOptions.isOne("naughty.prefix", options)).isTrue();
    assertThat(InspectorOptions.isOne("other.prefix", options)).isFalse();
  }

  @Test
  void rejectsUnknownInspectorOrOption() {
    assertThatThrownBy(() -> InspectorOptions.parse(Map.of("inspectors", "nobody")))
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("known here: naughty");
    assertThatThrownBy(
            () -> InspectorOptions.parse(Map.of("inspectors", "naughty", "naughty.max-bytes", "x")))
        .hasMessageContaining("naughty.max-bytes is a number, not 'x'");
    assertThatThrownBy(
            () -> InspectorOptions.parse(Map.of("inspectors", "naughty", "naughty.colour", "x")))
        .hasMessageContaining("no option colour");
  }
}
