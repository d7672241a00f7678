// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.threads.BackgroundThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the priority of threads that feed an adapter or run a reporter. */
@Timeout(120)
class ThreadPriorityTest extends KernelFixture {
  private static final int FAR_BEHIND = 600_000;

  /** Records the priority of each call, and ignores the batches. */
  private static final class Noting extends RecordingAdapter {
    final List<Integer> priorities = new CopyOnWriteArrayList<>();
    final CountDownLatch isCalled = new CountDownLatch(1);
    private volatile long lsn;

    @Override
    public void append(RecordBatch batch) {
      priorities.add(Thread.currentThread().getPriority());
      isCalled.countDown();
      permits.acquireUninterruptibly();
      while (batch.next()) {
        lsn = batch.lsn();
      }
      lsn = batch.lastLsn();
    }

    @Override
    public long heldLsn() {
      return lsn;
    }

    @Override
    public long sync() {
      return lsn;
    }

    int last() {
      return priorities.get(priorities.size() - 1);
    }
  }

  private final BackgroundThreads threads = new BackgroundThreads();
  private final Noting adapter = new Noting();

  private static void await(BooleanSupplier condition) {
    while (!condition.getAsBoolean()) {
      assertThat(Thread.interrupted()).as("timed out").isFalse();
      LockSupport.parkNanos(1_000_000);
    }
  }

  private void access(OperationSink sink, long process, long object, int times) {
    for (int i = 0; i < times; i++) {
      sink.access(OperationKind.READ, Phase.WHOLE, process, object, 1, 0);
    }
    sink.flush();
  }

  @Test
  void yieldsWhileNoCallerWaits() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long object = file(sink, "/f");
      kernel.drain(); // the work of the start is done
      await(() -> kernelIsRunning(kernel));
      int before = adapter.priorities.size();

      access(sink, process, object, 1);

      await(() -> adapter.priorities.size() > before);
      assertThat(adapter.last()).isEqualTo(Thread.MIN_PRIORITY);
    }
  }

  private static boolean kernelIsRunning(Kernel kernel) {
    return kernel.status().adapters().stream()
        .allMatch(each -> each.state() == org.colophon.core.fanout.AdapterState.RUNNING);
  }

  @Test
  void hasNormalPriorityWhileCallerWaits() throws Exception {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long object = file(sink, "/f");
      kernel.drain();
      await(() -> kernelIsRunning(kernel));
      adapter.permits.drainPermits();
      int before = adapter.priorities.size();
      access(sink, process, object, 1);
      await(() -> adapter.priorities.size() == before + 1);
      access(sink, process, object, 1);
      Thread asking = new Thread(kernel::drain);
      asking.start();
      await(() -> waitsForTheAdapter(asking));

      adapter.permits.release(Integer.MAX_VALUE / 2);
      asking.join();

      assertThat(adapter.priorities.get(before + 1)).isEqualTo(Thread.NORM_PRIORITY);
    }
  }

  private static boolean waitsForTheAdapter(Thread asking) {
    return Stream.of(asking.getStackTrace())
        .anyMatch(
            frame ->
                frame.getClassName().equals("org.colophon.core.fanout.RunnerControl")
                    && frame.getMethodName().equals("await"));
  }

  @Test
  void hasNormalPriorityWhenFarBehind() {
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long object = file(sink, "/f");
      kernel.drain();
      await(() -> kernelIsRunning(kernel));
      adapter.permits.drainPermits();
      int before = adapter.priorities.size();
      access(sink, process, object, 1);
      await(() -> adapter.priorities.size() == before + 1);
      access(sink, process, object, FAR_BEHIND);
      await(() -> kernel.status().adapters().get(0).lagOperations() >= FAR_BEHIND);

      adapter.permits.release(Integer.MAX_VALUE / 2);

      await(() -> adapter.priorities.size() > before + 1);
      assertThat(adapter.priorities.get(before + 1)).isEqualTo(Thread.NORM_PRIORITY);
    }
  }

  /** Records that other threads publish would wait behind the slots that this thread claims. */
  @Test
  void hasNormalPriorityWhilePublishing() throws Exception {
    Thread publishing = Thread.currentThread();
    CountDownLatch isUrgent = new CountDownLatch(1);
    Thread watching =
        new Thread(
            () -> {
              while (publishing.getPriority() < Thread.NORM_PRIORITY) {
                Thread.onSpinWait();
              }
              isUrgent.countDown();
            });
    try (Kernel kernel = Kernel.open(config(adapter).build())) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long process = process(sink);
      long object = file(sink, "/f");
      threads.setUrgent(false);
      watching.start();
      while (isUrgent.getCount() > 0) {
        assertThat(Thread.interrupted()).as("timed out").isFalse();
        access(sink, process, object, 100);
        assertThat(publishing.getPriority()).isEqualTo(Thread.MIN_PRIORITY);
      }
    } finally {
      threads.setUrgent(true);
      watching.join();
    }
  }
}
