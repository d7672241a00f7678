// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.colophon.reporters.common.os.Libc;
import org.colophon.reporters.common.os.Os;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a read of the source that hangs, for example after a network failure, and ends long after
 * the unmount.
 */
@Timeout(120)
class StuckIT {
  private static final long WAIT_SECONDS = 60;

  @TempDir Path directory;

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final BlockingQueue<Object> answers = new ArrayBlockingQueue<>(1);
  private final List<String> messages = new CopyOnWriteArrayList<>();

  private Libc hanging(Libc real) {
    return (Libc)
        Proxy.newProxyInstance(
            Libc.class.getClassLoader(),
            new Class<?>[] {Libc.class},
            (proxy, method, arguments) -> {
              boolean hangs = method.getName().equals("pread") && entered.getCount() > 0;
              if (hangs) {
                entered.countDown();
                released.await();
              }
              try {
                Object answer = method.invoke(real, arguments);
                if (hangs) {
                  answers.add(answer);
                }
                return answer;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static long openings(Path file) throws IOException {
    try (var all = Files.list(Path.of("/proc/self/fd"))) {
      return all.filter(each -> leadsTo(each, file)).count();
    }
  }

  private static boolean leadsTo(Path descriptor, Path file) {
    try {
      return Files.readSymbolicLink(descriptor).equals(file);
    } catch (IOException e) {
      return false; // closed meanwhile
    }
  }

  @Test
  void keepsDescriptorsOpenUntilOperationEnds() throws Exception {
    Os real = Os.load();
    Logger logger = Logger.getLogger(FuseReporter.class.getName());
    Handler listening = new Listening();
    logger.addHandler(listening);
    Process reader = null;
    try {
      Mounted mounted = new Mounted(directory, () -> real.with(hanging(real.libc)));
      mounted.run("echo text > file");
      reader = new ProcessBuilder("cat", mounted.mount.resolve("file").toString()).start();
      assertThat(entered.await(WAIT_SECONDS, TimeUnit.SECONDS)).isTrue();

      mounted.close();

      Path file = mounted.source.toRealPath().resolve("file");
      assertThat(openings(file)).isPositive();
      assertThat(messages)
          .anyMatch(each -> each.startsWith("an operation on " + mounted.mount + " has not ended"));
      released.countDown();
      assertThat(answers.poll(WAIT_SECONDS, TimeUnit.SECONDS)).isEqualTo(5L);
      while (openings(file) > 0) {
        Thread.onSpinWait(); // closed once the operation has ended, or the test fails in time
      }
    } finally {
      released.countDown();
      logger.removeHandler(listening);
      if (reader != null) {
        reader.destroyForcibly().waitFor();
      }
    }
  }

  private final class Listening extends Handler {
    @Override
    public void publish(LogRecord message) {
      messages.add(new SimpleFormatter().formatMessage(message));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
