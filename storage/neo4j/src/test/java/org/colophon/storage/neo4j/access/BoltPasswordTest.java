// SPDX-License-Identifier: Apache-2.0
package org.colophon.storage.neo4j.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BoltPasswordTest {
  @TempDir Path directory;

  @Test
  void generatesOnePasswordForItsOwnerAlone() throws IOException {
    BoltPassword password = new BoltPassword(directory);
    String text = password.text();
    assertThat(new BoltPassword(directory).text()).isEqualTo(text).hasSizeGreaterThan(30);
    assertThat(Files.getPosixFilePermissions(password.file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void copiesPasswordFromAnotherDirectory() throws IOException {
    BoltPassword kept = new BoltPassword(Files.createDirectory(directory.resolve("next")));
    BoltPassword password = new BoltPassword(directory);
    kept.keep(password);
    assertThat(kept.file()).doesNotExist();
    String text = password.text();
    kept.keep(password);
    assertThat(kept.text()).isEqualTo(text);
    assertThat(Files.getPosixFilePermissions(kept.file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void rejectsAPasswordFileThatOthersCanRead() throws IOException {
    BoltPassword kept = new BoltPassword(Files.createDirectory(directory.resolve("next")));
    BoltPassword password = new BoltPassword(directory);
    Files.writeString(password.file(), "my-own-password\n");
    Files.setPosixFilePermissions(password.file(), PosixFilePermissions.fromString("rw-r-----"));
    kept.keep(password);
    assertThat(kept.text()).isNotEqualTo("my-own-password");
  }

  @Test
  void rejectsAFileThatOthersCanRead() throws IOException {
    BoltPassword password = new BoltPassword(directory);
    Files.writeString(password.file(), "my-own-password\n");
    Files.setPosixFilePermissions(password.file(), PosixFilePermissions.fromString("rw-r-----"));
    assertThatThrownBy(password::text)
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_PERMITTED))
        .hasMessageContaining(password.file().toString());
    Files.setPosixFilePermissions(password.file(), PosixFilePermissions.fromString("rw-------"));
    assertThat(password.text()).isEqualTo("my-own-password");
  }
}
