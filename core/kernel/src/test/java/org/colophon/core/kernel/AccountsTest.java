// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.fanout.AdapterState;
import org.colophon.core.fanout.AdapterStatus;
import org.colophon.core.filter.CaptureRules;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.sink.OverloadPolicy;
import org.colophon.core.sink.SinkOptions;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.state.KernelState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the operation counts of sinks and adapters add up, also under shutdown and failure.
 */
@Timeout(60)
class AccountsTest extends KernelFixture {
  private static final int OPERATIONS = 10_000;

  private final RecordingAdapter good = new RecordingAdapter();
  private final RecordingAdapter bad = new RecordingAdapter();

  private static AdapterStatus bad(Kernel kernel) {
    return kernel.status().adapters().get(1);
  }

  /** Asserts that the counts of a kernel at rest add up. */
  private static KernelStatus assertAccounts(Kernel kernel) {
    KernelStatus status = kernel.status();
    assertThat(status.reported())
        .isEqualTo(status.filtered() + status.refused() + status.dropped() + status.accepted());
    assertThat(status.accepted())
        .isEqualTo(status.queued() + status.failed() + status.suppressed() + status.journaled());
    return status;
  }

  private static void assertAdapters(Kernel kernel) {
    KernelStatus status = assertAccounts(kernel);
    for (AdapterStatus each : status.adapters()) {
      assertThat(each.storedOperations() + each.lostOperations() + each.lagOperations())
          .as(each.toString())
          .isEqualTo(status.journaled());
    }
  }

  private static void read(OperationSink sink, int times) {
    long process = process(sink);
    long file = file(sink, "/f");
    for (int i = 0; i < times; i++) {
      sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
    }
    sink.awaitDurable(sink.flush());
  }

  private static void awaitFailure(Kernel kernel) {
    long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
    while (bad(kernel).state() != AdapterState.FAILED) {
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.onSpinWait();
    }
  }

  @Test
  void countsOperationsThatWaitForFailingAdapter() {
    Kernel kernel = Kernel.open(config(good, bad).build());
    OperationSink sink = kernel.newSink("test", KEEP_ALL);
    read(sink, 10);
    kernel.drain();
    bad.death = new IllegalStateException("head crash");
    read(sink, OPERATIONS);
    awaitFailure(kernel);
    kernel.drain();
    assertAdapters(kernel);
    AdapterStatus failed = bad(kernel);
    assertThat(failed.storedOperations()).isEqualTo(bad.operations).isLessThan(OPERATIONS);
    assertThat(failed.lostOperations()).isZero();
    assertThat(failed.lagOperations()).isGreaterThanOrEqualTo(OPERATIONS);
    kernel.close();
    assertAdapters(kernel);
    bad.death = null;
    try (Kernel again = Kernel.open(config(good, bad).build())) {
      again.drain();
      assertThat(bad.seen()).as("records of the adapter that had failed").isEqualTo(good.seen());
      assertAdapters(again);
    }
  }

  @Test
  void countsOperationsThatWaitForSlowAdapterUntilItIsClosed() {
    bad.permits.drainPermits();
    Kernel kernel = Kernel.open(config(good, bad).build());
    read(kernel.newSink("test", KEEP_ALL), OPERATIONS);
    kernel.awaitHeld("recording0", kernel.lastLsn());
    assertAdapters(kernel);
    assertThat(bad(kernel).lagOperations()).isGreaterThanOrEqualTo(OPERATIONS);
    bad.permits.release(Integer.MAX_VALUE / 2);
    kernel.close();
    assertAdapters(kernel);
    assertThat(bad(kernel).lagOperations()).isZero();
    assertThat(bad(kernel).storedOperations()).isEqualTo(bad.operations);
  }

  @Test
  void countsOperationsLostToAdapterBeyondBudget() {
    bad.permits.drainPermits();
    KernelConfig config = config(good, bad).segmentBytes(4096).journalBudgetBytes(16384).build();
    try (Kernel kernel = Kernel.open(config)) {
      OperationSink sink = kernel.newSink("test", KEEP_ALL);
      long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
      while (bad(kernel).state() != AdapterState.FAILED) {
        assertThat(System.nanoTime()).isLessThan(deadline);
        read(sink, 1);
      }
      kernel.drain();
      assertAdapters(kernel);
      assertThat(bad(kernel).lostOperations()).isPositive();
      assertThat(bad(kernel).lagOperations()).isZero();
      assertThat(kernel.status().adapters().get(0).lostOperations()).isZero();
      bad.permits.release(Integer.MAX_VALUE / 2);
    }
  }

  /** Reports until the kernel accepts no further operations; returns the reason. */
  private static final class Flood extends Thread {
    private final OperationSink sink;
    private ErrorCode end;

    Flood(Kernel kernel, OverloadPolicy policy) {
      this.sink =
          kernel.newSink(
              "test",
              new SinkOptions(false, policy, CaptureRules.of(List.of(), List.of("/secret"))));
      start();
    }

    @Override
    public void run() {
      try {
        long process = process(sink);
        for (long i = 0; ; i++) {
          long file = file(sink, i % 3 == 0 ? "/secret" : "/f" + i % 100);
          sink.access(OperationKind.READ, Phase.WHOLE, process, file, 1, 0);
          if (i % 1000 == 0) {
            sink.refuse("line " + i, "not an operation");
          }
        }
      } catch (ColophonException e) {
        end = e.code();
      }
    }
  }

  private static List<Flood> publishers(Kernel kernel) {
    List<Flood> publishers = new ArrayList<>();
    for (OverloadPolicy policy : OverloadPolicy.values()) {
      publishers.add(new Flood(kernel, policy));
      publishers.add(new Flood(kernel, policy));
    }
    while (kernel.status().accepted() < OPERATIONS) {
      Thread.onSpinWait();
    }
    return publishers;
  }

  private static void assertEnd(List<Flood> publishers, ErrorCode code)
      throws InterruptedException {
    for (Flood each : publishers) {
      each.join();
      assertThat(each.end).isEqualTo(code);
    }
  }

  @Test
  void countsAddUpWhenKernelClosesDuringPublishing() throws InterruptedException {
    Kernel kernel = Kernel.open(config(good).ringSlots(512).build());
    List<Flood> publishers = publishers(kernel);
    kernel.close();
    assertEnd(publishers, ErrorCode.KERNEL_CLOSED);
    assertAdapters(kernel);
    KernelStatus status = kernel.status();
    assertThat(status.queued()).isZero();
    assertThat(status.failed()).isZero();
    assertThat(List.of(status.filtered(), status.refused())).doesNotContain(0L);
    assertThat(good.operations).isEqualTo(status.journaled());
  }

  @Test
  void countsAddUpWhenKernelFailsDuringPublishing() throws Exception {
    KernelConfig config = config(good).ringSlots(512).segmentBytes(4096).build();
    Kernel kernel = Kernel.open(config);
    List<Flood> publishers = publishers(kernel);
    breakJournal();
    assertEnd(publishers, ErrorCode.KERNEL_FAILED);
    kernel.close();
    assertAccounts(kernel);
    assertThat(kernel.status().state()).isEqualTo(KernelState.FAILED);
    assertThat(kernel.status().queued()).isZero();
    assertThat(good.operations).isLessThanOrEqualTo(kernel.status().journaled());
  }
}
