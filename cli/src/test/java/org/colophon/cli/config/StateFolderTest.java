package org.colophon.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateFolderTest {
  @TempDir private Path folder;

  @Test
  void shouldMakeFileForOwnerOnly() throws IOException {
    Map<String, String> environment = Map.of("XDG_STATE_HOME", folder.toString());

    Path file = StateFolder.file("history", environment::get);

    assertThat(file).isEqualTo(folder.resolve("colophon/history"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void shouldUseHomeWhenXdgFolderIsNotAbsolute() throws IOException {
    Map<String, String> environment = Map.of("XDG_STATE_HOME", "state", "HOME", folder.toString());

    assertThat(StateFolder.file("history", environment::get))
        .isEqualTo(folder.resolve(".local/state/colophon/history"));
  }

  @Test
  void shouldTakeFileBackFromOthersWhenItIsThereAlready() throws IOException {
    Map<String, String> environment = Map.of("XDG_STATE_HOME", folder.toString());
    Path file = StateFolder.file("history", environment::get);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

    StateFolder.file("history", environment::get);

    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
  }
}
