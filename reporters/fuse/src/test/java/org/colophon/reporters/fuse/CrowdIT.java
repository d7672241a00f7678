// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests a mirror of more files than the descriptors that the mirror may open. */
class CrowdIT {
  @TempDir Path directory;

  private static int descriptors() {
    return new File("/proc/self/fd").list().length;
  }

  private void fill() throws Exception {
    for (int i = 0; i < 4_000; i++) {
      Path parent = directory.resolve("source/" + i % 4);
      Files.createDirectories(parent);
      Files.writeString(parent.resolve("" + i), "x\n");
    }
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void makesLinuxForgetFilesAboveDescriptorLimit() throws Exception {
    fill();
    try (Mounted mounted = new Mounted(directory, "most-known", "400")) {
      int before = descriptors();
      String said =
          mounted.run(
              "exec 3<1/1; cd 2; find .. -type f -size -2 | wc -l; cat 2 <&3; readlink /proc/$$/fd/3;"
                  + " pwd -P");

      assertThat(said).isEqualTo("4000\nx\n" + mounted.mount + "/1/1\n" + mounted.mount + "/2\n");
      while (descriptors() > before + 500) {
        Thread.onSpinWait();
      }
      assertThat(mounted.run("cat */* | wc -l")).isEqualTo("4000\n");
    }
  }
}
