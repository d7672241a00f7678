// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatchUpMarkTest {
  private static final long ME = ProcessHandle.current().pid();

  @TempDir private Path store;

  private final List<String> remarks = new ArrayList<>();

  /** Opens a store. The first two attempts fail, because another process has opened it. */
  private String openBehind(long holder, ErrorCode code) {
    Deque<Integer> refusals = new ArrayDeque<>(List.of(1, 2));
    return CatchUpMark.patiently(
        store,
        () -> {
          if (refusals.poll() == null) {
            return "open";
          }
          throw new ColophonException(code, "written by process " + holder);
        },
        remarks::add);
  }

  private String whileCatchingUp(long holder, ErrorCode code) {
    return CatchUpMark.around(store, () -> openBehind(holder, code));
  }

  @Test
  void waitsWhenTheHolderOnlyCatchesUp() throws Exception {
    String opened = CatchUpMark.around(store, () -> openBehind(ME, ErrorCode.STORE_LOCKED));

    assertThat(opened).isEqualTo("open");
    assertThat(remarks).singleElement().asString().contains("process " + ME, "waiting");
    try (var files = Files.list(store)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void failsImmediatelyWhenTheHolderRecords() {
    assertThatThrownBy(() -> whileCatchingUp(ME + 1, ErrorCode.STORE_LOCKED))
        .hasFieldOrPropertyWithValue("code", ErrorCode.STORE_LOCKED);
    assertThatThrownBy(() -> whileCatchingUp(ME, ErrorCode.STORE_CORRUPT))
        .hasFieldOrPropertyWithValue("code", ErrorCode.STORE_CORRUPT);
    assertThatThrownBy(() -> openBehind(ME, ErrorCode.STORE_LOCKED))
        .hasFieldOrPropertyWithValue("code", ErrorCode.STORE_LOCKED);
    assertThat(remarks).isEmpty();
  }
}
