// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.colophon.reporters.replay.LiveHostProbe;
import org.colophon.reporters.replay.state.HostProbe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the targets of this process's descriptors. */
class DescriptorTargetTest {
  @TempDir Path directory;

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private List<HostProbe.Link> descriptors(String name) {
    return LiveHostProbe.descriptors("self").values().stream()
        .filter(link -> link.text().toString().endsWith("/" + name))
        .toList();
  }

  @Test
  void distinguishesDeletedFilesByIdentity() throws IOException {
    Path file = directory.resolve("a");
    try (FileChannel one = create(file)) {
      Files.delete(file);
      try (FileChannel other = create(file)) {
        assertThat(descriptors("a")).singleElement().matches(link -> link.deleted() == null);
        Files.delete(file);
        assertThat(descriptors("a (deleted)"))
            .hasSize(2)
            .doesNotHaveDuplicates()
            .allMatch(link -> !link.deleted().isEmpty());
        assertThat(one.size()).isEqualTo(other.size());
      }
    }
    try (FileChannel called = create(directory.resolve("a (deleted)"))) {
      assertThat(descriptors("a (deleted)"))
          .singleElement()
          .matches(link -> link.deleted() == null);
      assertThat(called.isOpen()).isTrue();
    }
  }
}
