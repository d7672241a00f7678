// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.storage.RecordType;
import org.colophon.core.state.KernelState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests closing a kernel despite interrupts and plug-ins that do not end. */
@Timeout(60)
class KernelClosingTest extends KernelFixture {
  @Test
  void closesCompletelyWhenTheCallerIsInterrupted() throws Exception {
    RecordingAdapter adapter = new RecordingAdapter();
    Kernel kernel = Kernel.open(config(adapter).build());
    OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
    file(sink, "/f");
    sink.flush();
    Thread.currentThread().interrupt();
    kernel.close();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(adapter.seen(RecordType.BIND)).hasSize(1);
    try (Kernel again = Kernel.open(config(adapter).build())) {
      assertThat(again.recovery().clean()).isTrue();
    }
  }

  /** Closing may wait inside a plug-in: here inside the adapter, which waits for a permit. */
  @Test
  void closesCompletelyWhenInterruptedMeanwhile() throws Exception {
    RecordingAdapter adapter = new RecordingAdapter();
    Kernel kernel = Kernel.open(config(adapter).build());
    OperationSink sink = kernel.newSink("test", SinkOptions.DEFAULT);
    adapter.permits.drainPermits();
    file(sink, "/f");
    sink.flush();
    AtomicBoolean isInterruptedAfterwards = new AtomicBoolean();
    Thread closing =
        new Thread(
            () -> {
              kernel.close();
              isInterruptedAfterwards.set(Thread.currentThread().isInterrupted());
            });
    closing.start();
    for (int i = 0; i < 20; i++) {
      while (closing.getState() != Thread.State.WAITING
          && closing.getState() != Thread.State.TIMED_WAITING
          && closing.isAlive()) {
        Thread.onSpinWait();
      }
      closing.interrupt();
    }
    adapter.permits.release(Integer.MAX_VALUE);
    closing.join();
    assertThat(isInterruptedAfterwards).isTrue();
    assertThat(adapter.seen(RecordType.BIND)).hasSize(1);
    try (Kernel again = Kernel.open(config(adapter).build())) {
      assertThat(again.recovery().clean()).isTrue();
    }
  }

  @Test
  void toleratesAReporterThatClosesAClosingKernel() {
    Kernel kernel = Kernel.open(config(new RecordingAdapter()).build());
    CountDownLatch end = new CountDownLatch(1);
    kernel.attach(
        "test",
        new Reporter() {
          @Override
          public void run(ReporterContext context) {
            awaitUninterruptibly(end);
          }

          @Override
          public void stop() {
            kernel.close();
            end.countDown();
          }
        },
        SinkOptions.DEFAULT);
    kernel.close();
    assertThat(kernel.status().state()).isEqualTo(KernelState.CLOSED);
  }

  /** A reporter made of two functions. */
  private record Pieces(Consumer<ReporterContext> running, Runnable stopping) implements Reporter {
    @Override
    public void run(ReporterContext context) {
      running.accept(context);
    }

    @Override
    public void stop() {
      stopping.run();
    }
  }

  private static void refuseToStop() {
    throw new IllegalStateException("it cannot be stopped");
  }

  @Test
  void acceptsOtherReportersWhileOneCannotBeStopped() {
    RecordingAdapter adapter = new RecordingAdapter();
    Kernel kernel = Kernel.open(config(adapter).build());
    CountDownLatch endOfFirst = new CountDownLatch(1);
    Reporter first =
        new Pieces(
            context -> awaitUninterruptibly(endOfFirst),
            () -> {
              endOfFirst.countDown();
              refuseToStop();
            });
    CountDownLatch endOfSecond = new CountDownLatch(1);
    Reporter second =
        new Pieces(
            context -> {
              OperationSink sink = context.newSink();
              awaitUninterruptibly(endOfSecond);
              file(sink, "/last");
            },
            endOfSecond::countDown);
    kernel.attach("first", first, SinkOptions.DEFAULT);
    kernel.attach("second", second, SinkOptions.DEFAULT);
    assertThatThrownBy(kernel::close).hasMessage("it cannot be stopped");
    assertThat(kernel.status().state()).isEqualTo(KernelState.CLOSED);
    assertThat(adapter.seen(RecordType.BIND))
        .extracting(RecordingAdapter.Seen::detail)
        .containsExactly("/last");
    try (Kernel again = Kernel.open(config(adapter).build())) {
      assertThat(again.recovery().clean()).isTrue();
    }
  }

  @Test
  void boundsTheWaitForAStuckReporter() throws Exception {
    Kernel kernel = Kernel.open(config(new RecordingAdapter()).build());
    CountDownLatch end = new CountDownLatch(1);
    kernel.attach(
        "deaf",
        new Pieces(context -> awaitUninterruptibly(end), KernelClosingTest::refuseToStop),
        SinkOptions.DEFAULT);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread closing = new Thread(() -> failure.set(catchThrowable(kernel::close)));
    closing.start();
    closing.join(20_000);
    boolean isClosed = !closing.isAlive();
    end.countDown();
    closing.join();
    assertThat(isClosed).isTrue();
    assertThat(failure.get()).hasMessage("it cannot be stopped");
  }

  @Test
  void stopsAReporterWhoseAttachOverlapsAnotherStop() throws Exception {
    Kernel kernel = Kernel.open(config(new RecordingAdapter()).build());
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch endOfLate = new CountDownLatch(1);
    Reporter late = new Pieces(context -> awaitUninterruptibly(endOfLate), endOfLate::countDown);
    Reporter early =
        new Pieces(
            context -> awaitUninterruptibly(end),
            () -> {
              kernel.attach("late", late, SinkOptions.DEFAULT);
              end.countDown();
            });
    kernel.attach("early", early, SinkOptions.DEFAULT);
    Thread closing = new Thread(kernel::close);
    closing.start();
    closing.join(20_000);
    boolean isClosed = !closing.isAlive();
    endOfLate.countDown();
    closing.join();
    assertThat(isClosed).isTrue();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
