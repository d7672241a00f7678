package org.colophon.core.history;

import org.colophon.core.journal.format.RecordEncoder;
import org.colophon.core.spi.storage.RecordBatch;
import org.colophon.core.spi.storage.RecordType;

/**
 * Something that a store holds, as a record that can be sorted.
 *
 * @param lsn where it belongs
 * @param rank which of those at one LSN come first, see {@link #rank}
 * @param weight about how many bytes it takes
 */
record Fact(long lsn, int rank, int weight, Writer writer) {
  /** Puts a fact's record into a frame. */
  interface Writer {
    void write(RecordEncoder out);
  }

  static final int BIND = 2;
  static final int UNBIND = 3;
  static final int OPERATION = 7;
  static final int BEGIN = 8;

  private static final int OVERHEAD_BYTES = 96;

  static Fact of(long lsn, RecordType type, int payloadBytes, Writer writer) {
    return new Fact(lsn, rank(type), OVERHEAD_BYTES + payloadBytes, writer);
  }

  /** The begin of an interval: an INTERVAL record that stands at the interval's begin. */
  static Fact begin(long lsn, Writer writer) {
    return new Fact(lsn, BEGIN, OVERHEAD_BYTES, writer);
  }

  /**
   * The order of facts at one LSN. Declarations come first, ends last. Operations come before the
   * begins of the intervals that they belong to.
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
