// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.Operation;
import org.colophon.core.spi.reporter.TransactionStep;
import org.jspecify.annotations.Nullable;

/** A call of a sink, stored until the service acknowledges it. Reused afterwards. */
final class RemoteOperation {
  /** Memory in bytes of an operation, without its names and data. */
  static final int FIXED_WEIGHT = 64;

  private static final int[] NO_IDS = {};

  /**
   * Methods of a sink. A value has the names of two fields in a line; empty if the method does not
   * have the field.
   */
  enum Call {
    PROCESS("", ""),
    OBJECT("", ""),
    RESOLVE("", ""),
    ACCESS("", "bytes"),
    LINK("kind", ""),
    EXIT("", "status"),
    BIND("", ""),
    UNBIND("", ""),
    ONLY_NAME("", ""),
    RENAME("", ""),
    EXCHANGE("", ""),
    CUT("", ""),
    DERIVE("", ""),
    EXTENDED("type", ""),
    GAP("cause", "count"),
    SNAPSHOT("name", ""),
    REFUSE("place", ""),
    BEGIN("", ""),
    NOTE("source", ""),
    POSITION("source", ""),
    WHERE("source", ""),
    PREPARE("transaction", ""),
    COMMIT("transaction", ""),
    ABORT("transaction", ""),
    ABANDON("transaction", "");

    final String word = name().toLowerCase(Locale.ROOT);

    /** Name of the field for {@link #kind} or {@link #text}. */
    final String textField;

    /** Name of the field for {@link #amount}. */
    final String amountField;

    Call(String textField, String amountField) {
      this.textField = textField;
      this.amountField = amountField;
    }

    static Call of(TransactionStep step) {
      return valueOf(step.name());
    }

    /** Returns true for a step of a transaction. */
    boolean isStep() {
      return compareTo(PREPARE) >= 0;
    }

    /** Returns true if the call ends a unit. */
    boolean endsUnit() {
      return this == POSITION || isStep();
    }
  }

  Call call = Call.PROCESS;
  @Nullable Enum<?> kind;
  @Nullable Enum<?> phase;
  long process;
  long object;
  long cause;
  long amount;

  /** Number of operations that an access represents; 0 means one. */
  long count;

  long timeNanos;

  /** Id that the call declares; 0 for none. */
  long declared;

  @Nullable Bytes path;
  @Nullable Bytes to;
  Object payload = Bytes.EMPTY;
  @Nullable String text;
  int[] idsAt = NO_IDS;
  int weight;

  RemoteOperation begin(Call method, long time) {
    call = method;
    timeNanos = time;
    return this;
  }

  RemoteOperation set(
      @Nullable Enum<?> word, long processId, long objectId, long causeId, long number) {
    kind = word;
    process = processId;
    object = objectId;
    cause = causeId;
    amount = number;
    return this;
  }

  /** Copies the fields of an operation except its time. */
  void set(Operation from) {
    set(from.kind(), from.process(), from.object(), from.cause(), from.amount());
    phase = from.phase();
    count = from.type() == Operation.Type.END_REPEATED ? from.count() : 0;
    text = from.dataType();
    payload = from.data();
    idsAt = from.idsAt();
  }

  /** Clears every reference, so that the garbage collector can free their values. */
  void clear() {
    kind = null;
    phase = null;
    process = 0;
    object = 0;
    cause = 0;
    amount = 0;
    count = 0;
    declared = 0;
    path = null;
    to = null;
    payload = Bytes.EMPTY;
    text = null;
    idsAt = NO_IDS;
    weight = 0;
  }
}
