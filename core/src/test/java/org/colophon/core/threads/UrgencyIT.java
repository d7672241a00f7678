package org.colophon.core.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What the operating system makes of it, in a JVM with the launcher's options. */
class UrgencyIT {
  private static final int NICENESS_FIELD = 18;
  private static final int CAP_SYS_NICE = 23;

  /** Prints how nice its thread is: at first, when nobody waits, and when somebody does. */
  static final class Child {
    private Child() {}

    public static void main(String[] args) throws IOException {
      String before = niceness();
      Urgency.set(false);
      String relaxed = niceness();
      Urgency.hurry(Thread.currentThread());
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

  private static boolean mayChangePriorities() throws IOException {
    boolean isRoot = "root".equals(System.getProperty("user.name"));
    return isRoot
        && Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("CapEff:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
            .anyMatch(capabilities -> (capabilities >>> CAP_SYS_NICE & 1) == 1);
  }

  @Test
  void shouldGiveWayAndComeBackWhenTheJvmMay() throws Exception {
    assumeTrue(mayChangePriorities());

    String said = run("-XX:ThreadPriorityPolicy=1", "-XX:JavaPriority1_To_OSPriority=7");

    assertThat(said).isEqualTo("0 7 0");
  }

  @Test
  void shouldChangeNothingWhenTheJvmWasNotTold() throws Exception {
    assertThat(run()).isEqualTo("0 0 0");
  }
}
