// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common.proc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.colophon.core.model.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFilesTest {
  @TempDir private Path directory;

  @Test
  void returnsRawBytesOfDirectoryNameThatIsNotUtf8() throws Exception {
    String enter = "d=$(printf 'd\\344') && mkdir \"$d\" && cd \"$d\" && echo there && exec cat";
    Process there =
        new ProcessBuilder("sh", "-c", enter)
            .directory(directory.toRealPath().toFile())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(there.getInputStream().readNBytes(5)).isEqualTo("there".getBytes("US-ASCII"));

      Bytes expected =
          Bytes.of(directory.toRealPath() + "/d").concat(Bytes.wrap(new byte[] {(byte) 0344}));
      assertThat(ProcFiles.link(Long.toString(there.pid()), "cwd")).isEqualTo(expected);
    } finally {
      there.destroyForcibly().waitFor();
    }
  }
}
