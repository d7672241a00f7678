// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.state.HistoricalLookup;
import org.colophon.core.state.KernelGate;
import org.colophon.core.state.NamesMemory;
import org.colophon.core.state.SharedNames;
import org.colophon.core.threads.BackgroundThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the lock on the names. */
@Timeout(60)
class SharedNamesTest {
  private final BackgroundThreads threads = new BackgroundThreads();

  @Test
  void releasesNamesWhenTheFallbackStoreFails() {
    HistoricalLookup past =
        new HistoricalLookup(
            null,
            lsn -> {
              throw new ColophonException(ErrorCode.ADAPTER_FAILED, "the store is closed");
            },
            HistoricalLookup.Others.NONE);
    NamesMemory memory = new NamesMemory(null, 2, past, () -> 1);
    SharedNames names = new SharedNames(memory, new KernelGate(), threads);
    SharedNames.Claim first = new SharedNames.Claim();
    names.lock(first).bind(Bytes.of("/a/b"), 7);
    assertThatThrownBy(() -> names.unlock(first)).hasMessageContaining("the store is closed");
    SharedNames.Claim next = new SharedNames.Claim();
    assertThat(names.lock(next).resolve(Bytes.of("/a/b"))).isEqualTo(7);
  }

  /** A thread that yields to others must not hold the names while they wait. */
  @Test
  void raisesPriorityOfHolderWhenAnotherThreadWaits() throws Exception {
    NamesMemory memory =
        new NamesMemory(
            null,
            2,
            new HistoricalLookup(null, lsn -> null, HistoricalLookup.Others.NONE),
            () -> 1);
    SharedNames names = new SharedNames(memory, new KernelGate(), threads);
    SharedNames.Claim held = new SharedNames.Claim();
    names.lock(held);
    Thread waiting = new Thread(() -> names.change(all -> {}));
    threads.setUrgent(false);
    try {
      waiting.start();
      while (Thread.currentThread().getPriority() < Thread.NORM_PRIORITY) {
        assertThat(Thread.interrupted()).as("timed out").isFalse();
        Thread.onSpinWait();
      }
      names.unlock(held);
      waiting.join();
      assertThat(waiting.isAlive()).isFalse();
    } finally {
      threads.setUrgent(true);
    }
  }
}
