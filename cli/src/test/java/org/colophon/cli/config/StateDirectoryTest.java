// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateDirectoryTest {
  @TempDir private Path directory;

  @Test
  void createsTheFileForTheOwnerOnly() throws IOException {
    Map<String, String> environment = Map.of("XDG_STATE_HOME", directory.toString());

    Path file = StateDirectory.file("history", environment::get);

    assertThat(file).isEqualTo(directory.resolve("colophon/history"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
        .isEqualTo("rwx------");
  }

  @Test
  void usesHomeWhenXdgDirectoryIsNotAbsolute() throws IOException {
    Map<String, String> environment =
        Map.of("XDG_STATE_HOME", "state", "HOME", directory.toString());

    assertThat(StateDirectory.file("history", environment::get))
        .isEqualTo(directory.resolve(".local/state/colophon/history"));
  }

  @Test
  void restrictsAnExistingFileToItsOwner() throws IOException {
    Map<String, String> environment = Map.of("XDG_STATE_HOME", directory.toString());
    Path file = StateDirectory.file("history", environment::get);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw-rw-"));

    StateDirectory.file("history", environment::get);

    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
  }
}
