package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.colophon.reporters.strace.replay.Surroundings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What /proc says of this very process. */
class ProcTest {
  @TempDir Path folder;

  private static FileChannel create(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private List<Surroundings.Link> descriptors(String name) {
    return LiveSurroundings.descriptors("self").values().stream()
        .filter(link -> link.text().toString().endsWith("/" + name))
        .toList();
  }

  @Test
  void shouldTellDeletedFilesFromEachOtherAndFromOneThatIsCalledSo() throws IOException {
    Path file = folder.resolve("a");
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
    try (FileChannel called = create(folder.resolve("a (deleted)"))) {
      assertThat(descriptors("a (deleted)"))
          .singleElement()
          .matches(link -> link.deleted() == null);
      assertThat(called.isOpen()).isTrue();
    }
  }
}
