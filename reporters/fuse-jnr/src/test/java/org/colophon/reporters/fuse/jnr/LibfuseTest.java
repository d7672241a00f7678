// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.jnr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;

class LibfuseTest {
  @Test
  void namesPackageIfLibraryIsAbsent() {
    assertThatThrownBy(() -> Libfuse.load("libfuse-absent.so.2"))
        .isInstanceOfSatisfying(
            ColophonException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TOOL_MISSING))
        .hasMessageContaining("apt-get install libfuse2");
  }
}
