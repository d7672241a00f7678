package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceFileTest {
  @TempDir Path folder;

  @Test
  void shouldDoWithoutKnowingHowMuchIsFree() {
    assertThat(TraceFile.of(folder.resolve("none")).room()).isEqualTo(new Room(0));
  }
}
