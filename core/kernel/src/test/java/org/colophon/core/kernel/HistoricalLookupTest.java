// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.storage.LineageReader;
import org.colophon.core.state.HistoricalLookup;
import org.junit.jupiter.api.Test;

/**
 * Tests lookups in an adapter that is replaced during the call, or that lags behind another one.
 */
class HistoricalLookupTest {
  /**
   * Returns a reader that runs an action on each call, and then fails because its adapter is
   * closed.
   */
  private static LineageReader closed(Runnable before) {
    return (LineageReader)
        Proxy.newProxyInstance(
            HistoricalLookupTest.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> {
              before.run();
              throw new ColophonException(ErrorCode.ADAPTER_FAILED, "it is closed");
            });
  }

  /** Returns a reader that answers every lookup with the same id. */
  private static LineageReader answering(long id) {
    return (LineageReader)
        Proxy.newProxyInstance(
            HistoricalLookupTest.class.getClassLoader(),
            new Class<?>[] {LineageReader.class},
            (proxy, method, arguments) -> id);
  }

  /** Processes and objects are evicted at different times, but found by the same reader. */
  @Test
  void keepsAskingFallbackReaderAfterSmallerEviction() {
    LineageReader slow = answering(10);
    LineageReader fast = answering(20);
    HistoricalLookup past =
        new HistoricalLookup(
            null, lsn -> lsn <= 10 ? slow : lsn <= 20 ? fast : null, HistoricalLookup.Others.NONE);
    assertThat(past.sees(20)).isTrue();
    assertThat(past.sees(10)).isTrue();
    assertThat(past.objectByIdentity(Bytes.of("o"))).isEqualTo(20);
    assertThat(past.sees(21)).isFalse();
    assertThat(past.sees(10)).as("refusal of a later LSN keeps the reader").isTrue();
    assertThat(past.objectByIdentity(Bytes.of("o"))).isEqualTo(20);
  }

  @Test
  void asksTheReplacementWhenTheAdapterIsClosedMeanwhile() {
    HistoricalLookup[] past = new HistoricalLookup[1];
    LineageReader successor = EmptyReader.atLsn(7);
    LineageReader replaced = closed(() -> past[0].moveTo(successor));
    past[0] = new HistoricalLookup(replaced, lsn -> successor, HistoricalLookup.Others.NONE);
    assertThat(past[0].processByIdentity(Bytes.of("p"))).isZero();
    past[0].moveTo(replaced);
    assertThat(past[0].hasIdentity(1)).isFalse();
  }

  @Test
  void failsWhenTheAdapterFailedWithoutReplacement() {
    HistoricalLookup past =
        new HistoricalLookup(closed(() -> {}), lsn -> null, HistoricalLookup.Others.NONE);
    assertThatThrownBy(() -> past.objectByIdentity(Bytes.of("o"))).hasMessage("it is closed");
  }
}
