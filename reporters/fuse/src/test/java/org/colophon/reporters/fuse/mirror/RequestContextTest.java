// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.mirror;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.colophon.reporters.common.os.Flags;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.AlteredLibc;
import org.colophon.reporters.fuse.Mounted;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the ids and capabilities of a serving thread. */
class RequestContextTest {
  private static final int SOMEBODY = 1000;
  private static final int EPERM = -1;
  private static final int CAPGET = 125;
  private static final int CAPGET_ARM = 90;
  private static final int CAP_SYS_RESOURCE = 24;
  private static final int EFFECTIVE = 0;
  private static final int PERMITTED = 4;

  @TempDir Path directory;

  private final Os real = Os.load();

  /** Returns a system for threads that serve the mirror of a user other than root. */
  private Os others(boolean mayHaveAnUmask) {
    return AlteredLibc.of(
        real,
        (name, arguments, function) ->
            switch (name) {
              case "geteuid" -> SOMEBODY;
              case "unshare" -> mayHaveAnUmask ? function.call() : EPERM;
              default -> function.call();
            });
  }

  private static <T> T onAThreadOfItsOwn(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task);
    thread.start();
    return task.get();
  }

  private String modeOfNew(Os os, int umask) throws Exception {
    return onAThreadOfItsOwn(
        () -> {
          RequestContext request = RequestContext.of(os, MirrorObserver.NONE);
          try (Mirror mirror = Mirror.open(os, directory.toString().getBytes(UTF_8))) {
            request.umask = umask;
            request.name(os.text("new".getBytes(UTF_8)), 0);
            OpenFile file = mirror.content.create(request, mirror.root(), Flags.O_WRONLY, 0666);
            assertThat(file).isNotNull();
          }
          Path made = directory.resolve("new");
          String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(made));
          Files.delete(made);
          return mode;
        });
  }

  @Test
  void appliesCallersUmaskForAnyServingUser() throws Exception {
    assertThat(modeOfNew(others(true), 0)).isEqualTo("rw-rw-rw-");
    assertThat(modeOfNew(others(true), 0027)).isEqualTo("rw-r-----");
    assertThat(modeOfNew(real, 0)).isEqualTo("rw-rw-rw-");
  }

  @Test
  void appliesDefaultAclForAnyServingUser() throws Exception {
    String acl =
        "import os; os.setxattr('.', 'system.posix_acl_default', bytes.fromhex('02000000"
            + "01000600ffffffff"
            + "04000600ffffffff"
            + "20000000ffffffff'))";
    Mounted.run(List.of("python3", "-c", acl), directory);

    assertThat(modeOfNew(others(true), 0077)).isEqualTo("rw-rw----");
    assertThat(modeOfNew(real, 0077)).isEqualTo("rw-rw----");
  }

  @Test
  void appliesStricterUmaskIfThreadsShareIt() throws Exception {
    assertThat(modeOfNew(others(false), 0077)).isEqualTo("rw-------");
  }

  @Test
  void leavesReservedSpaceToSuperuser() throws Exception {
    int[] left = new int[1];
    Os all =
        AlteredLibc.of(
            real,
            (name, arguments, function) -> {
              boolean isSystem = name.equals("syscall");
              long number = isSystem ? (long) arguments[0] : 0;
              Object answer = function.call();
              if (number == CAPGET || number == CAPGET_ARM) {
                ByteBuffer found = Os.view((long) arguments[2], 24);
                found.putInt(EFFECTIVE, -1).putInt(PERMITTED, -1);
              } else if (number == CAPGET + 1 || number == CAPGET_ARM + 1) {
                left[0] = Os.view((long) arguments[2], 24).getInt(EFFECTIVE);
              }
              return answer;
            });

    onAThreadOfItsOwn(() -> RequestContext.of(all, MirrorObserver.NONE));

    assertThat(left[0]).isEqualTo(~(1 << CAP_SYS_RESOURCE));
  }
}
