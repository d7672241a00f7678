// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests directories so deep that their paths exceed the maximum recorded length. */
@Timeout(60)
class DeepIT {
  private static final int MAX_PATH_BYTES = 64 << 10;

  @TempDir Path directory;

  /**
   * Creates nested directories until a path has a number of bytes, and files in the last directory.
   */
  private static String deep(int bytes) {
    return """
        python3 - <<'END'
        import os
        left = %d
        while left > 300:
            os.mkdir('d' * 200)
            os.chdir('d' * 200)
            left -= 201
        name = 'f' * (left - 1)
        open(name, 'w').write('deep')
        os.rename(name, 'short')
        os.rename('short', name)
        os.link(name, 'other')
        print(open('other').read())
        os.unlink(name)
        END
        """
        .formatted(bytes);
  }

  private void serves(int bytes) throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      assertThat(mounted.run(deep(bytes)).strip()).isEqualTo("deep");
      mounted.run("for i in $(seq 20); do echo a > a$i & done; wait; cat a1 > b");

      assertThat(mounted.ancestors("b")).contains("a1");
      assertThat(mounted.counters().get("unrecorded")).isZero();
    } finally {
      Mounted.run(List.of("rm", "-r", directory.resolve("source").toString()), directory);
    }
  }

  @Test
  void recordsOtherFilesIfPathIsTooLong() throws Exception {
    serves(MAX_PATH_BYTES + 2_000);
  }

  /** Uses paths whose name below the source is too long, but whose name below the mount is not. */
  @Test
  void servesOtherFilesIfNameIsTooLong() throws Exception {
    Files.createDirectories(directory.resolve("mount"));
    serves(MAX_PATH_BYTES - directory.resolve("mount").toString().length());
  }
}
