package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.colophon.core.kernel.AdapterConfig;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.kernel.KernelConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.OperationKind;
import org.colophon.core.plugin.PluginLoader;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.spi.storage.StorageAdapterFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A service is killed at random instants while clients report to it: what it acknowledged is there,
 * once. The number of kills is the system property {@code colophon.crash.kills}, 5 by default.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ServiceCrashIT {
  private static final int KILLS = Integer.getInteger("colophon.crash.kills", 5);
  private static final int CLIENTS = 3;

  @TempDir Path temp;

  private final AtomicInteger next = new AtomicInteger();
  private final ConcurrentLinkedQueue<Integer> acknowledged = new ConcurrentLinkedQueue<>();

  @Test
  void shouldHoldWhatWasAcknowledgedOnceWhenKilled() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int kill = 0; kill < KILLS; kill++) {
      runAndKill(random);
    }
    assertThat(acknowledged).as("seed " + seed).hasSizeGreaterThan(KILLS);
    check("seed " + seed);
  }

  private void runAndKill(Random random) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                ServiceChild.class.getName(),
                temp.resolve("store").toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader output = child.inputReader()) {
      assertThat(output.readLine()).as("the service starts after a kill").isEqualTo("serving");
      List<Thread> clients = IntStream.range(0, CLIENTS).mapToObj(i -> client()).toList();
      clients.forEach(Thread::start);
      assertThat(child.waitFor(100 + random.nextInt(700), TimeUnit.MILLISECONDS)).isFalse();
      child.toHandle().destroyForcibly();
      child.waitFor();
      for (Thread client : clients) {
        client.join();
      }
    }
  }

  private Thread client() {
    Caller caller = Caller.of(temp.resolve("store/socket"));
    return new Thread(
        () -> {
          try {
            while (report(caller, next.incrementAndGet())) {
              Thread.onSpinWait();
            }
          } catch (IOException e) {
            // The service was killed.
          }
        });
  }

  /** A few lines that belong together; true if they were acknowledged. */
  private boolean report(Caller caller, int number) throws IOException {
    String lines =
        "{\"op\":\"process\",\"id\":\"p\",\"pid\":%1$d}\n".formatted(number)
            + "{\"op\":\"write\",\"process\":\"p\",\"path\":\"/f/%1$d\",\"bytes\":%1$d}\n"
                .formatted(number)
            + "{\"op\":\"exit\",\"process\":\"p\"}\n";
    boolean isTaken = caller.post("/v1/operations?keep-all", lines).status() == 200;
    if (isTaken) {
      acknowledged.add(number);
    }
    return isTaken;
  }

  private void check(String when) {
    StorageAdapterFactory rocks = new PluginLoader<>(StorageAdapterFactory.class).get("rocksdb");
    KernelConfig config =
        KernelConfig.builder(temp.resolve("store")).adapter(AdapterConfig.of(rocks)).build();
    try (Kernel kernel = Kernel.open(config)) {
      assertThat(kernel.recovery().damagedBytes()).as(when).isZero();
      LineageReader reader = kernel.reader("rocksdb");
      for (int number : acknowledged) {
        assertThat(writes(reader, number)).as("%s, file %d", when, number).isEqualTo(1);
      }
      for (int number = 1; number <= next.get(); number++) {
        assertThat(writes(reader, number)).as("%s, file %d", when, number).isLessThan(2);
      }
    }
  }

  /** How often the file was written, a thousand more for each write of another's size. */
  private static int writes(LineageReader reader, int number) {
    long object = reader.resolve(Bytes.of("/f/" + number), Lsn.LATEST);
    int[] count = new int[1];
    if (object != 0) {
      reader.operations(
          0,
          object,
          (lsn, kind, process, accessed, bytes, nanos) -> {
            if (kind == OperationKind.WRITE) {
              count[0] += bytes == number ? 1 : 1000;
            }
          });
    }
    return count[0];
  }
}
