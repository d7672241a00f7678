// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import jnr.ffi.Runtime;
import org.colophon.reporters.common.os.Errno;
import org.colophon.reporters.common.os.Os;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the mirror with requests through io_uring, which they enable. */
@Tag("jdk")
@Timeout(120)
class IoUringIT {
  private static final Path ENABLED = Path.of("/sys/module/fuse/parameters/enable_uring");
  private static final long ENTER = 426;
  private static String before = "";

  @TempDir Path directory;

  @BeforeAll
  static void enable() throws IOException {
    assumeTrue(Files.isWritable(ENABLED), "FUSE over io_uring cannot be enabled here");
    before = Files.readString(ENABLED);
    Files.writeString(ENABLED, "Y");
    Mounted.DEFAULTS.put("ordering", "async");
  }

  @AfterAll
  static void restore() throws IOException {
    Mounted.DEFAULTS.clear();
    if (!before.isEmpty()) {
      Files.writeString(ENABLED, before);
    }
  }

  @Test
  void usesIoUringIfNoReplyWaitsForDurability() throws Exception {
    assertThat(usesIoUring("ordering", "async")).isEqualTo(1);
    assertThat(usesIoUring("record", "false", "ordering", "strict")).isEqualTo(1);
    assertThat(usesIoUring("ordering", "ordered")).isZero();
  }

  @Test
  void usesNoIoUringIfRefusedOrWithTooFewThreads() throws Exception {
    assertThat(usesIoUring("without", "uring,passthrough")).isZero();
    assertThat(usesIoUring("threads", "1")).isZero();
  }

  @Test
  void unmountsIfThreadCannotReceiveRequests() throws Exception {
    AtomicBoolean fails = new AtomicBoolean();
    Os broken =
        AlteredLibc.of(
            Os.load(),
            (name, arguments, real) -> {
              boolean isWait = name.equals("syscall") && arguments[0].equals(ENTER);
              if (isWait && fails.compareAndSet(true, false)) {
                Runtime.getSystemRuntime().setLastError(Errno.EIO);
                return -1L;
              }
              return real.call();
            });
    Mounted mounted = new Mounted(directory, () -> broken);
    assertThat(mounted.counters()).containsEntry("usesIoUring", 1L);
    fails.set(true);

    mounted.handle().await();

    assertThat(mounted.handle().failure().orElseThrow())
        .hasMessageContaining("cannot read requests of the mount");
    assertThat(mounted.mount).isEmptyDirectory();
    mounted.kernel.close();
  }

  @Test
  void servesProgramsWhileOneThreadHangs() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    Os slow =
        AlteredLibc.of(
            Os.load(),
            (name, arguments, real) -> {
              if (name.equals("fdatasync") && entered.getCount() > 0) {
                entered.countDown();
                released.await();
              }
              return real.call();
            });
    try (Mounted mounted = new Mounted(directory, () -> slow)) {
      mounted.run("echo > hanging; echo > other");
      Process syncing =
          new ProcessBuilder("sync", "-d", mounted.mount.resolve("hanging").toString()).start();
      entered.await();

      String copying = "for i in {1..50}; do taskset -c $((i % $(nproc))) cp other c$i; done";
      assertThat(mounted.run(copying + "; ls | wc -l")).isEqualTo("52\n");

      released.countDown();
      assertThat(syncing.waitFor()).isZero();
    }
  }

  private long usesIoUring(String... options) throws Exception {
    Path fresh = Files.createTempDirectory(directory, "mount");
    try (Mounted mounted = new Mounted(fresh, options)) {
      assertThat(mounted.run("echo text > file; cat file")).isEqualTo("text\n");
      return mounted.counters().get("usesIoUring");
    }
  }

  @Nested
  class Mirrors extends MirrorIT {}

  @Nested
  class Lifecycle extends LifecycleIT {}

  @Nested
  class Crowd extends CrowdIT {}

  @Nested
  class Stuck extends StuckIT {}

  @Nested
  class PassThrough extends PassThroughIT {}

  @Nested
  class UserMounts extends UserMountIT {}
}
