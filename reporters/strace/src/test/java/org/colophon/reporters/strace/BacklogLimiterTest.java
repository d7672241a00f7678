// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.strace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BacklogLimiterTest {
  private static boolean isStopped(Process process) throws IOException {
    Path status = Path.of("/proc/" + process.pid() + "/status");
    return Files.readString(status).contains("State:\tT");
  }

  private static void await(Process process, boolean stopped) throws IOException {
    while (isStopped(process) != stopped) {
      LockSupport.parkNanos(1_000_000);
    }
  }

  @Test
  void resumesStraceIfRecorderDies() throws Exception {
    Process strace = new ProcessBuilder("sleep", "1000").start();
    try {
      Process guard = BacklogLimiter.hold(strace.pid());
      await(strace, true);

      guard.getOutputStream().close(); // Linux does this when the process ends
      await(strace, false);
      assertThat(guard.waitFor()).isZero();
    } finally {
      strace.destroyForcibly().waitFor();
    }
  }
}
