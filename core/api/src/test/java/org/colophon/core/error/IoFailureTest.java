// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class IoFailureTest {
  static Stream<IOException> failures() {
    return Stream.of(
        new NoSuchFileException("/s"),
        new AccessDeniedException("/s"),
        new FileAlreadyExistsException("/s"),
        new NotDirectoryException("/s"),
        new DirectoryNotEmptyException("/s"),
        new FileSystemException("/s", null, "Input/output error"),
        new IOException("/s: No space left on device"));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void describesFailureWithoutExceptionName(IOException failure) {
    assertThat(IoFailure.reason(failure))
        .hasSizeGreaterThan("/s".length())
        .contains(" ")
        .doesNotContain("Exception");
  }

  @Test
  void describesFullDiskAlsoIfThreadWrappedTheFailure() {
    IOException full = new IOException("No space left on device");
    Throwable wrapped = new UncheckedIOException(full);

    assertThat(IoFailure.reason(wrapped)).isEqualTo(IoFailure.reason(full));
    assertThat(IoFailure.reason((Throwable) full)).contains("make room");
    assertThat(IoFailure.reason(new IllegalStateException("no key"))).isEqualTo("no key");
  }

  @Test
  void choosesCodeByCause() {
    assertThat(IoFailure.code(new IOException("No space left on device")))
        .isEqualTo(ErrorCode.DISK_FULL);
    assertThat(IoFailure.code(new AccessDeniedException("/s"))).isEqualTo(ErrorCode.NOT_PERMITTED);
    assertThat(IoFailure.code(new NoSuchFileException("/s"))).isEqualTo(ErrorCode.IO_FAILED);
  }
}
