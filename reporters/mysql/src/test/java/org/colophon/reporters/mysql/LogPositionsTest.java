// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.follow.FileKey;
import org.colophon.reporters.common.follow.FileMark;
import org.colophon.reporters.mysql.recorder.CatalogChange;
import org.colophon.reporters.mysql.tail.SavedState;
import org.colophon.reporters.mysql.tail.StateWriter;
import org.junit.jupiter.api.Test;

class LogPositionsTest {
  private static final FileMark MARK = new FileMark(new FileKey(1, 2), 3, 4);
  private static final int LARGEST = 4096;

  private final Map<String, Bytes> stored = new HashMap<>();

  private final ReporterContext context =
      new ReporterContext() {
        @Override
        public OperationSink newSink() {
          throw new AssertionError("the position is read without a sink");
        }

        @Override
        public String hostId() {
          return "host";
        }

        @Override
        public String bootId() {
          return "boot";
        }

        @Override
        public Bytes position(String source) {
          return stored.getOrDefault(source, Bytes.EMPTY);
        }
      };

  private LogPositions positions() {
    return new LogPositions("log", context);
  }

  /** Stores a position. Returns the number of stored bytes. */
  private int keep(LogPositions positions, int stateBytes, CatalogChange change) {
    SavedState state = new StateWriter().bytes(Bytes.of("s".repeat(stateBytes))).saved();
    LogPositions.Kept kept = positions.position(MARK, 0, state, change);
    stored.put("log", kept.position().bytes());
    int bytes = kept.position().bytes().length();
    for (Map.Entry<String, SavedState> part : kept.parts().entrySet()) {
      Bytes value = part.getValue().bytes();
      bytes += value.length();
      stored.put(part.getKey(), value);
      stored.values().removeIf(Bytes::isEmpty);
    }
    assertThat(stored.values()).allMatch(value -> value.length() <= LARGEST);
    return bytes;
  }

  private static CatalogChange more(String text) {
    return new CatalogChange(false, Bytes.of(text));
  }

  @Test
  void readsBackDefinitionsAcrossPagesAndRestarts() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    StringBuilder all = new StringBuilder();
    LogPositions positions = positions();
    for (int step = 0; step < 200; step++) {
      if (random.nextInt(5) == 0) {
        positions = positions();
        assertThat(positions.left().definitions()).hasToString(all.toString());
      }
      String text = Integer.toString(step).repeat(random.nextInt(1 << random.nextInt(12)));
      boolean isWhole = random.nextInt(20) == 0;
      all.setLength(isWhole ? 0 : all.length());
      all.append(text);
      keep(positions, random.nextInt(12_000), new CatalogChange(isWhole, Bytes.of(text)));
      assertThat(positions().left().definitions()).as("seed " + seed).hasToString(all.toString());
    }
  }

  @Test
  void writesFewBytesIfDefinitionsAreUnchanged() {
    LogPositions positions = positions();
    keep(positions, 100, more("d".repeat(100_000)));
    assertThat(keep(positions, 100, CatalogChange.NONE)).isLessThan(200);
    assertThat(keep(positions, 100, more("e"))).isLessThan(LARGEST + 200);
  }

  @Test
  void deletesPagesThatAreNoLongerNeeded() {
    LogPositions positions = positions();
    keep(positions, 100, more("d".repeat(100_000)));
    assertThat(stored).hasSize(26);
    keep(positions, 100, new CatalogChange(true, Bytes.of("few")));
    assertThat(stored).hasSize(2);
    assertThat(positions().left().definitions()).hasToString("few");
    keep(positions, 100, new CatalogChange(true, Bytes.EMPTY));
    assertThat(stored).hasSize(1);
  }

  @Test
  void refusesPositionOfAnotherVersion() {
    keep(positions(), 100, CatalogChange.NONE);
    byte[] older = stored.get("log").toArray();
    older[0]--;
    stored.put("log", Bytes.copyOf(older, 0, older.length));
    assertThatThrownBy(() -> positions().left())
        .isInstanceOf(ColophonException.class)
        .hasMessageContaining("another version")
        .hasMessageContaining("another store");
  }

  @Test
  void rejectsPositionIfPageIsMissing() {
    keep(positions(), 100, more("d".repeat(10_000)));
    stored.remove("log definitions 1");
    assertThatThrownBy(() -> positions().left())
        .hasFieldOrPropertyWithValue("code", ErrorCode.STORE_CORRUPT);
  }
}
