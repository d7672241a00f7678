// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.colophon.core.threads.IdleClass;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("jdk")
class LinuxIdleClassTest {
  /** Index of the policy in /proc/PID/stat, counted after the bracket that ends the name. */
  private static final int POLICY = 38;

  private final IdleClass idleClass = ServiceLoader.load(IdleClass.class).findFirst().orElseThrow();

  private static int policy(int thread) throws IOException {
    String stat = Files.readString(Path.of("/proc/self/task/" + thread + "/stat"));
    return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[POLICY]);
  }

  @Test
  void movesThreadIntoClassAndOutAgain() throws Exception {
    int thread = idleClass.threadId();
    int before = policy(thread);

    assertThat(idleClass.set(thread, true)).isTrue();
    int within = policy(thread);
    boolean isBack = idleClass.set(thread, false);

    assertThat(before).isZero();
    assertThat(within).isEqualTo(5);
    assertThat(policy(thread)).isEqualTo(isBack ? 0 : 5); // stays in the class without CAP_SYS_NICE
  }

  @Test
  void recognizesThreadInClass() throws Exception {
    assertThat(Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName())
        .hasToString(Integer.toString(idleClass.threadId()));
  }

  @Test
  void reportsUnknownThread() {
    assertThat(idleClass.set(Integer.MAX_VALUE, true)).isFalse();
  }
}
