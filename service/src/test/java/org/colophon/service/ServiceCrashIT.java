// SPDX-License-Identifier: Apache-2.0
package org.colophon.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.report.RemoteSink;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.Lsn;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.model.ProcessDeclaration;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills a service at random instants while clients report to it in three ways. All acknowledged
 * operations are stored exactly once. Clients with numbered lines lose none.
 */
@Timeout(value = 60, unit = TimeUnit.MINUTES)
class ServiceCrashIT {
  private static final int KILLS = Effort.times(2);
  private static final int CLIENTS = 3;

  @TempDir Path temp;

  private final AtomicInteger next = new AtomicInteger();
  private final ConcurrentLinkedQueue<Integer> acknowledged = new ConcurrentLinkedQueue<>();
  private final Semaphore acknowledgements = new Semaphore(0);
  private final List<Long> startMillis = new ArrayList<>();
  private volatile boolean isOver;
  private volatile long units;

  @Test
  void keepsAcknowledgedOperationsOnceWhenKilled() throws Exception {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    AtomicLong sinkCount = new AtomicLong();
    NumberedClient numbered = new NumberedClient(caller(), "numbered", "/numbered");
    List<Thread> lasting =
        List.of(
            new Thread(() -> reportThroughASink(sinkCount)),
            new Thread(() -> reportNumbered(numbered)),
            new Thread(this::reportUnits));
    lasting.forEach(Thread::start);
    for (int kill = 0; kill < KILLS; kill++) {
      runAndKill(random);
    }
    isOver = true;
    Process last = startService(); // the permanent clients finish during this run
    for (Thread each : lasting) {
      each.join();
    }
    last.destroyForcibly().waitFor();
    startMillis.sort(null);
    System.out.printf(
        "%d kills, %d requests, %d operations of a sink, %d lines; from start to serving %d ms at most, %d ms in the median%n",
        KILLS,
        acknowledged.size(),
        sinkCount.get(),
        numbered.acknowledged(),
        startMillis.get(startMillis.size() - 1),
        startMillis.get(startMillis.size() / 2));
    assertThat(acknowledged).as("seed " + seed).hasSizeGreaterThanOrEqualTo(KILLS);
    check("seed " + seed, sinkCount.get(), numbered.acknowledged() - 2);
  }

  private Caller caller() {
    return Caller.of(temp.resolve("store/socket"));
  }

  /** Reports through a single sink during all restarts of the service. */
  private void reportThroughASink(AtomicLong count) {
    ServiceConnection connection = ServiceConnection.at(temp.resolve("store/socket")).build();
    try (RemoteSink sink = RemoteSink.to(connection, "sink").keepAll(true).build()) {
      long process = sink.process(ProcessDeclaration.of(1, Bytes.of("/bin/sink"), 0), 0);
      long file = sink.objectAt(Bytes.of("/sink"), ObjectKind.FILE, 0);
      Random random = new Random(1);
      while (!isOver) {
        for (int i = random.nextInt(300); i >= 0; i--) {
          long number = count.incrementAndGet();
          sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, number, 0);
        }
        sink.awaitDurable(sink.flush());
        LockSupport.parkNanos(1_000_000);
      }
    }
  }

  /** Reports through sinks that replace each other. Unit n writes n bytes and has position n. */
  private void reportUnits() {
    Random random = new Random(3);
    long last = 0;
    while (!isOver) {
      ServiceConnection connection = ServiceConnection.at(temp.resolve("store/socket")).build();
      try (RemoteSink sink = RemoteSink.to(connection, "units").keepAll(true).build()) {
        Bytes left = sink.positionOf("log");
        assertThat(left).isEqualTo(last == 0 ? Bytes.EMPTY : Bytes.of("" + last));
        for (int i = random.nextInt(300); i >= 0; i--) {
          last++;
          unit(sink, last);
        }
        if (random.nextBoolean()) {
          sink.awaitDurable(sink.flush());
        }
      }
      units = last;
    }
  }

  private static void unit(RemoteSink sink, long number) {
    sink.begin();
    long process = sink.process(ProcessDeclaration.of(number, Bytes.of("/bin/unit"), 0), 0);
    long file = sink.objectAt(Bytes.of("/units"), ObjectKind.FILE, 0);
    sink.access(OperationKind.WRITE, Phase.WHOLE, process, file, number, 0);
    sink.bind(process, Bytes.of("/unit/" + number), file, 0);
    sink.position("log", Bytes.of("" + number));
  }

  private void reportNumbered(NumberedClient client) {
    Random random = new Random(2);
    client.report(10); // from here on with the service's ids
    while (!isOver) {
      client.report(1 + random.nextInt(100));
    }
  }

  private void runAndKill(Random random) throws Exception {
    Process child = startService();
    List<Thread> clients = IntStream.range(0, CLIENTS).mapToObj(i -> client()).toList();
    acknowledgements.drainPermits();
    clients.forEach(Thread::start);
    assertThat(acknowledgements.tryAcquire(1, TimeUnit.MINUTES))
        .as("service acknowledges a report")
        .isTrue();
    assertThat(child.waitFor(random.nextInt(800), TimeUnit.MILLISECONDS)).isFalse();
    child.toHandle().destroyForcibly();
    child.waitFor();
    for (Thread client : clients) {
      client.join();
    }
  }

  private Process startService() throws IOException {
    long begun = System.nanoTime();
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
    BufferedReader output = child.inputReader();
    assertThat(output.readLine()).as("the service starts after a kill").isEqualTo("serving");
    startMillis.add((System.nanoTime() - begun) / 1_000_000);
    return child;
  }

  private Thread client() {
    Caller caller = caller();
    return new Thread(
        () -> {
          try {
            while (report(caller, next.incrementAndGet())) {
              LockSupport.parkNanos(1_000_000);
            }
          } catch (IOException e) {
            // The service was killed, possibly while it answered.
          }
        });
  }

  /** Reports a few related lines. Returns whether they were acknowledged. */
  private boolean report(Caller caller, int number) throws IOException {
    String lines =
        "{\"op\":\"process\",\"id\":\"p\",\"pid\":%1$d}\n".formatted(number)
            + "{\"op\":\"write\",\"process\":\"p\",\"path\":\"/f/%1$d\",\"bytes\":%1$d}\n"
                .formatted(number)
            + "{\"op\":\"exit\",\"process\":\"p\"}\n";
    boolean isTaken = caller.post("/v1/operations?keep-all", lines).status() == 200;
    if (isTaken) {
      acknowledged.add(number);
      acknowledgements.release();
    }
    return isTaken;
  }

  private void check(String when, long ofSink, long numbered) {
    try (Kernel kernel = Kernel.open(StoreDump.config(temp.resolve("store")))) {
      assertThat(kernel.recovery().damagedBytes()).as(when).isZero();
      LineageReader reader = kernel.reader("rocksdb");
      for (int number : acknowledged) {
        assertThat(writes(reader, number)).as("%s, file %d", when, number).isEqualTo(1);
      }
      for (int number = 1; number <= next.get(); number++) {
        assertThat(writes(reader, number)).as("%s, file %d", when, number).isLessThan(2);
      }
      checkInOrder(when, reader, "/sink", ofSink);
      checkInOrder(when, reader, "/numbered", numbered);
      checkInOrder(when, reader, "/units", units);
      assertThat(kernel.position("log")).as(when).isEqualTo(Bytes.of("" + units));
    }
  }

  /** Checks that write number n has n bytes. */
  private static void checkInOrder(String when, LineageReader reader, String file, long count) {
    long[] last = new long[1];
    long object = reader.resolve(Bytes.of(file), Lsn.LATEST);
    reader.operations(
        0,
        object,
        (lsn, kind, process, accessed, bytes, nanos) -> {
          if (kind == OperationKind.WRITE) {
            assertThat(bytes).as("%s, %s", when, file).isEqualTo(last[0] + 1);
            last[0] = bytes;
          }
        });
    assertThat(last[0]).as("%s, %s", when, file).isEqualTo(count);
  }

  /** Returns the number of writes of the file, plus a thousand for each write of another size. */
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
