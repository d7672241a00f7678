// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.kernel.ReporterHandle;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.threads.BackgroundThreads;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks which threads of a JVM with the launcher's options are SCHED_IDLE. */
@Timeout(120)
@Tag("jdk")
class IdleThreadsIT {
  private static final String OTHER = "0";
  private static final String IDLE = "5";
  private static final int POLICY_FIELD = 38;

  @TempDir Path directory;

  /** Prints the scheduling policy of its thread after each step. */
  static final class Child {
    private static final BackgroundThreads THREADS = BackgroundThreads.load();

    private Child() {}

    public static void main(String[] args) throws Exception {
      List<String> said = new ArrayList<>(List.of(policy()));
      THREADS.setUrgent(false);
      said.add(policy());
      THREADS.raisePriority(Thread.currentThread());
      said.add(policy());
      said.add(Integer.toString(leftBehind()));
      besideReporters(Path.of(args[0]), said);
      System.out.print(String.join(" ", said));
    }

    /**
     * Counts how often this thread is still idle after it requested normal priority. Another thread
     * requests normal priority for it meanwhile.
     */
    private static int leftBehind() throws Exception {
      Thread hurried = Thread.currentThread();
      AtomicBoolean isOver = new AtomicBoolean();
      Thread hurrying = new Thread(() -> hurryUntil(isOver, hurried));
      hurrying.start();
      int count = 0;
      for (int i = 0; i < 5000; i++) {
        THREADS.setUrgent(false);
        THREADS.setUrgent(true);
        count += policy().equals(OTHER) ? 0 : 1;
      }
      isOver.set(true);
      hurrying.join();
      return count;
    }

    private static void hurryUntil(AtomicBoolean isOver, Thread thread) {
      while (!isOver.get()) {
        THREADS.raisePriority(thread);
      }
    }

    private static void besideReporters(Path store, List<String> said) throws Exception {
      try (Kernel kernel = Kernel.open(KernelConfig.builder(store).build())) {
        Following following = new Following();
        kernel.attach("following", following, SinkOptions.DEFAULT);
        said.add(following.nextPolicy());
        Serving serving = new Serving();
        ReporterHandle handle = kernel.attach("serving", serving, SinkOptions.DEFAULT);
        serving.isServing.await();
        said.add(following.nextPolicy());
        handle.stop();
        handle.await();
        said.add(following.nextPolicy());
      }
    }

    private static String policy() throws IOException {
      String stat = Files.readString(Path.of("/proc/thread-self/stat"));
      return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[POLICY_FIELD];
    }
  }

  /**
   * Reporter that lets other threads run first. Requests low priority again before each query of
   * its policy.
   */
  private static final class Following implements Reporter {
    private final SynchronousQueue<String> policies = new SynchronousQueue<>();
    private volatile Thread thread;

    String nextPolicy() throws InterruptedException {
      policies.take(); // the value before the request
      return policies.take();
    }

    @Override
    public boolean blocksTracedPrograms() {
      return false;
    }

    @Override
    public void run(ReporterContext context) {
      thread = Thread.currentThread();
      try {
        while (true) {
          context.backgroundThreads().setUrgent(false);
          policies.put(Child.policy());
        }
      } catch (InterruptedException | IOException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void stop() {
      thread.interrupt();
    }
  }

  /** Reporter that blocks traced programs. */
  private static final class Serving implements Reporter {
    final CountDownLatch isServing = new CountDownLatch(1);
    private final CountDownLatch isStopped = new CountDownLatch(1);

    @Override
    public void run(ReporterContext context) {
      isServing.countDown();
      try {
        isStopped.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void stop() {
      isStopped.countDown();
    }
  }

  private String run(String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Child.class.getName(), directory.resolve("store").toString()));
    Process child =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).isZero();
    return said;
  }

  /** Returns whether a thread may leave the idle class, with the launcher's own check. */
  private static boolean mayComeBack() throws Exception {
    Process tried = new ProcessBuilder("sh", "-c", "nice -n 1 nice -n -1 nice 2>/dev/null").start();
    String said = new String(tried.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return "root".equals(System.getProperty("user.name")) && said.equals("0\n");
  }

  @Test
  void runsIdleUnlessProgramsWait() throws Exception {
    assumeTrue(mayComeBack(), "may not change priorities");

    String said = run("-Dcolophon.idle=true");

    assertThat(said)
        .as("initial, background, hurried, left idle; follower alone, beside a server, after it")
        .isEqualTo(String.join(" ", OTHER, IDLE, OTHER, "0", IDLE, OTHER, IDLE));
  }

  @Test
  void changesNothingWithoutRequest() throws Exception {
    assertThat(run()).matches("(\\d) \\1 \\1 0 \\1 \\1 \\1");
  }
}
