// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the niceness of threads in the operating system, in a JVM with the launcher's options. */
@Tag("jdk")
class BackgroundThreadsIT {
  private static final int NICENESS_FIELD = 18;

  /**
   * Prints the niceness of its thread three times: at the start, while it yields, and when it is
   * urgent again.
   */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws IOException {
      BackgroundThreads threads = new BackgroundThreads();
      String before = niceness();
      threads.setUrgent(false);
      String relaxed = niceness();
      threads.raisePriority(Thread.currentThread());
      System.out.print(before + " " + relaxed + " " + niceness());
    }

    private static String niceness() throws IOException {
      String line = Files.readString(Path.of("/proc/thread-self/stat"));
      String afterName = line.substring(line.lastIndexOf(')') + 2);
      return afterName.split(" ")[NICENESS_FIELD - 2];
    }
  }

  private static String run(String... options) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    builder.command().addAll(java.util.List.of(options));
    String classPath = System.getProperty("java.class.path");
    builder.command().addAll(java.util.List.of("-cp", classPath, Child.class.getName()));
    Process child = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).isZero();
    return said;
  }

  /**
   * Returns true if root may lower the niceness again and runs at niceness 0, as the launcher
   * requires.
   */
  private static boolean mayChangePriorities() throws Exception {
    Process tried = new ProcessBuilder("sh", "-c", "nice -n 1 nice -n -1 nice 2>/dev/null").start();
    String said = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return "root".equals(System.getProperty("user.name")) && said.equals("0\n");
  }

  @Test
  void changesNicenessIfJvmIsPermitted() throws Exception {
    assumeTrue(mayChangePriorities(), "may not change priorities");

    String said = run("-XX:ThreadPriorityPolicy=1", "-XX:JavaPriority1_To_OSPriority=7");

    assertThat(said).isEqualTo("0 7 0");
  }

  @Test
  void changesNothingWithoutOptions() throws Exception {
    assertThat(run()).matches("(-?\\d+) \\1 \\1");
  }
}
