// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectBuilderTest {
  @TempDir Path directory;

  @Test
  void namesMissingToolWhenObjectCannotBeBuilt() {
    ObjectBuilder builder = new ObjectBuilder(directory, "/nowhere");
    ColophonException failure = catchThrowableOfType(ColophonException.class, builder::build);
    assertThat(failure.code()).isEqualTo(ErrorCode.TOOL_MISSING);
    assertThat(failure.getMessage()).containsPattern("apt-get install clang|trace --with strace");
  }

  @Test
  void rejectsCacheDirectoryThatOtherUsersMayChange() throws IOException {
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    ObjectBuilder builder = new ObjectBuilder(directory, "/nowhere");
    ColophonException failure = catchThrowableOfType(ColophonException.class, builder::build);
    assertThat(failure.getMessage())
        .containsPattern("can be changed by another user|trace --with strace");
  }
}
