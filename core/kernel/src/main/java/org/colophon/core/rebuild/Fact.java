// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.rebuild;

import java.util.function.Consumer;
import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/**
 * A fact of a store, as a record that can be sorted.
 *
 * @param lsn the LSN for sorting
 * @param rank the order among facts of one LSN, see {@link #rank}
 * @param weight the approximate size in bytes
 * @param writer writes the record into a frame
 */
record Fact(long lsn, int rank, int weight, Consumer<RecordEncoder> writer) {
  static final int BIND = 2;
  static final int UNBIND = 3;
  static final int OPERATION = 7;
  static final int BEGIN = 8;

  private static final int OVERHEAD_BYTES = 96;

  static Fact of(long lsn, RecordType type, int payloadBytes, Consumer<RecordEncoder> writer) {
    return new Fact(lsn, rank(type), OVERHEAD_BYTES + payloadBytes, writer);
  }

  /** Returns the start of an interval: an INTERVAL record at the interval's first LSN. */
  static Fact begin(long lsn, Consumer<RecordEncoder> writer) {
    return new Fact(lsn, BEGIN, OVERHEAD_BYTES, writer);
  }

  /**
   * Returns the order of facts at one LSN. Declarations come first, ends last. Operations precede
   * the begins of their intervals.
   */
  static int rank(RecordBatch record) {
    boolean isBegin = record.type() == RecordType.INTERVAL && record.lsn() == record.beginLsn();
    return isBegin ? BEGIN : rank(record.type());
  }

  private static int rank(RecordType type) {
    return switch (type) {
      case PROCESS -> 0;
      case OBJECT -> 1;
      case BIND -> BIND;
      case UNBIND -> UNBIND;
      case LINK -> 4;
      case DERIVATION -> 5;
      case CUT -> 6;
      case ACCESS -> OPERATION;
      case INTERVAL -> 9;
      case EXTENDED -> 10;
      case SNAPSHOT -> 11;
      case GAP -> 12;
      case EXIT -> 13;
      case RENAME, EXCHANGE -> throw new IllegalArgumentException("not kept: " + type);
    };
  }
}
