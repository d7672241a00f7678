// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs test suites from installed packages; {@code colophon test posix} runs more. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class SuitesIT {
  static final List<String> STRESSORS =
      List.of(
          "chmod",
          "chown",
          "copy-file",
          "dentry",
          "dir",
          "dirdeep",
          "fallocate",
          "fcntl",
          "filename",
          "flock",
          "fpunch",
          "fstat",
          "getdent",
          "hdd",
          "inotify",
          "iomix",
          "link",
          "lockofd",
          "rename",
          "symlink",
          "sync-file",
          "touch",
          "utime",
          "xattr");

  @TempDir Path directory;

  /** The stressors whose system calls the transport passes on. */
  List<String> stressors() {
    return STRESSORS;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "psync --bsrange=512-64k",
        "mmap --bs=4k",
        "libaio --bs=4k --iodepth=16 --direct=1"
      })
  void readsBackDataThatFioWrote(String how) throws Exception {
    try (Mounted mounted = new Mounted(directory)) {
      String said =
          mounted.run(
              "fio --name=fio --rw=randrw --size=8m --verify=crc32c --verify_fatal=1 --ioengine="
                  + how);

      assertThat(said).contains("err= 0");
      assertThat(mounted.counters().get("bytesWritten")).isPositive();
    }
  }

  @Test
  void survivesStressNg() throws Exception {
    List<String> words =
        new ArrayList<>(List.of("stress-ng", "--temp-path", ".", "--verify", "--timeout", "2"));
    stressors().forEach(each -> words.addAll(List.of("--" + each, "1")));
    try (Mounted mounted = new Mounted(directory)) {
      assertThat(Mounted.run(words, mounted.mount)).doesNotContain("fail:", "error:");
    }
  }
}
