// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.storage.LineageReader;
import org.junit.jupiter.api.Test;

class FileStatesTest {
  /** The number of states in memory after which the store is asked to keep them. */
  private static final int LIMIT = 1 << 16;

  private static final FileState STATE = new FileState(1, 2, 3, 4, 5);

  private final LineageReader store =
      (LineageReader)
          Proxy.newProxyInstance(
              getClass().getClassLoader(),
              new Class<?>[] {LineageReader.class},
              (proxy, method, arguments) -> {
                throw new IllegalStateException("asked");
              });

  private final FileStates states =
      new FileStates(new HistoricalLookup(null, lsn -> store, HistoricalLookup.Others.NONE));

  @Test
  void forgetsStateAfterRecordedChange() {
    states.recorded(7, 1, STATE.bytes());
    assertThat(states.compare(7, STATE)).isEqualTo(FileStates.Comparison.SAME);
    states.changed(7, 2);
    assertThat(states.compare(7, STATE)).isEqualTo(FileStates.Comparison.UNKNOWN);
  }

  @Test
  void evictsStatesThatStoreHasWhenThereAreTooMany() {
    Bytes state = STATE.bytes();
    for (int i = 1; i <= LIMIT; i++) {
      states.recorded(i, i, state);
    }
    assertThat(states.compare(1, STATE)).isEqualTo(FileStates.Comparison.SAME);
    states.recorded(LIMIT + 1, LIMIT + 1, state);
    states.recorded(LIMIT + 2, LIMIT + 2, state);
    for (int evicted : new int[] {1, 2, LIMIT / 2, LIMIT, LIMIT + 1}) {
      assertThatThrownBy(() -> states.compare(evicted, STATE)).hasMessage("asked");
    }
    assertThat(states.compare(LIMIT + 2, STATE)).isEqualTo(FileStates.Comparison.SAME);
  }
}
