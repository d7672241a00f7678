// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.graphviz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.spi.storage.StorageConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DotFileTest {
  @TempDir private Path directory;

  private DotFile dotFile() {
    return new DotFile(GraphvizConfig.of(new StorageConfig(directory, Map.of())));
  }

  private Path path() {
    return directory.resolve("provenance.dot");
  }

  private long heldAfterReopening() {
    DotFile file = dotFile();
    try {
      return file.open(line -> {});
    } finally {
      file.close();
    }
  }

  private byte[] written() throws IOException {
    DotFile file = dotFile();
    file.open(line -> {});
    file.add("  a -> b;\n".getBytes(StandardCharsets.UTF_8), 5);
    file.add("  c -> \"\u00e9\";\n".getBytes(StandardCharsets.UTF_8), 9);
    file.force();
    file.close();
    return Files.readAllBytes(path());
  }

  @Test
  void isAccessibleToItsOwnerOnly() throws IOException {
    written();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
        .isEqualTo("rw-------");
  }

  @Test
  void keepsWholeBlocksWhereverFileIsTruncated() throws Exception {
    byte[] whole = written();
    int afterFirst = new String(whole, StandardCharsets.UTF_8).indexOf("  c ->");
    for (int length = 0; length <= whole.length; length++) {
      Files.write(path(), Arrays.copyOf(whole, length));
      long expected = length >= whole.length - 2 ? 9 : length >= afterFirst ? 5 : 0;
      if (length == 0 || length > whole.length / 3) {
        assertThat(heldAfterReopening()).as("cut at " + length).isEqualTo(expected);
        assertThat(Files.readString(path())).endsWith("}\n");
      }
    }
    assertThat(Files.readAllBytes(path())).isEqualTo(whole);
    Drawing.draw(path(), "svg");
  }

  @Test
  void dropsADamagedBlock() throws IOException {
    byte[] damaged = written();
    damaged[new String(damaged, StandardCharsets.UTF_8).indexOf("c ->")] = 'x';
    Files.write(path(), damaged);
    assertThat(heldAfterReopening()).isEqualTo(5);
    assertThat(Files.readString(path())).contains("a -> b").doesNotContain("x ->").endsWith("}\n");
  }

  @Test
  void rejectsAForeignFileAndKeepsIt() throws IOException {
    Files.writeString(path(), "digraph mine { a -> b }\n");
    assertThatThrownBy(this::heldAfterReopening)
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_FOREIGN));
    assertThat(Files.readString(path())).isEqualTo("digraph mine { a -> b }\n");
  }

  @Test
  void rejectsNewerFile() throws IOException {
    Files.writeString(path(), "// colophon-graphviz 2: x\ndigraph g {\n}\n");
    assertThatThrownBy(this::heldAfterReopening)
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORE_TOO_NEW));
  }

  @Test
  void reportsWhenDirectoryIsMissing() {
    Map<String, String> options = Map.of("file", directory.resolve("no/such.dot").toString());
    DotFile file = new DotFile(GraphvizConfig.of(new StorageConfig(directory, options)));
    assertThatThrownBy(() -> file.open(line -> {}))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO_FAILED))
        .hasMessageContaining("no/such.dot");
  }
}
