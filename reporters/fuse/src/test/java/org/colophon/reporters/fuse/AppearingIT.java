// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests files that are created in the source between a failed lookup and their creation in the
 * mount.
 */
@Timeout(60)
class AppearingIT {
  private static final int NEW = Flags.O_CREAT | Flags.O_EXCL;

  @TempDir Path directory;

  /** Shell command that runs in the source before the next file is created. */
  private final AtomicReference<String> before = new AtomicReference<>();

  private Mounted mounted() throws Exception {
    Files.createDirectories(directory.resolve("source"));
    Mounted.run(List.of("chmod", "755", ".", "source"), directory);
    Os real = Os.load();
    return new Mounted(
        directory,
        () ->
            AlteredLibc.of(
                real,
                (name, arguments, function) -> {
                  boolean creates = name.equals("openat") && ((int) arguments[2] & NEW) == NEW;
                  String script = creates ? before.getAndSet(null) : null;
                  if (script != null) {
                    Mounted.run(List.of("sh", "-ec", script), directory.resolve("source"));
                  }
                  return function.call();
                }));
  }

  @Test
  void checksPermissionsOfFileCreatedInSourceMeanwhile() throws Exception {
    try (Mounted mounted = mounted()) {
      mounted.run("chmod 777 .");
      before.set("umask 077; echo secret > f");

      String said =
          mounted.run(
              "! setpriv --reuid=65534 --regid=65534 --clear-groups sh -c 'exec 3<>f; cat <&3'");
      assertThat(said).contains("Permission denied").doesNotContain("secret");
      assertThat(before).hasValue(null);
      assertThat(mounted.source.resolve("f")).hasContent("secret\n");
    }
  }

  @Test
  void opensFileCreatedInSourceMeanwhile() throws Exception {
    try (Mounted mounted = mounted()) {
      before.set("echo text > f");

      assertThat(mounted.run("exec 3<>f; cat <&3")).isEqualTo("text\n");
      assertThat(before).hasValue(null);
    }
  }

  @Test
  void opensPipeCreatedInSourceMeanwhile() throws Exception {
    try (Mounted mounted = mounted()) {
      before.set("mkfifo f");

      assertThat(mounted.run("(echo text > f) & until test -p f; do :; done; cat f; wait"))
          .isEqualTo("text\n");
      assertThat(before).hasValue(null);
    }
  }
}
