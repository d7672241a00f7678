package org.colophon.client.report;

import java.util.Locale;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.Operation;

/** A call of a sink, stored until the service acknowledges it. Reused afterwards. */
final class RemoteOperation {
  /** Memory in bytes of an operation, without its names and data. */
  static final int FIXED_WEIGHT = 64;

  /**
   * Methods of a sink. A value has the names of two fields in a line; null if the method does not
   * have the field.
   */
  enum Call {
    PROCESS(null, null),
    OBJECT(null, null),
    RESOLVE(null, null),
    ACCESS(null, "bytes"),
    LINK("kind", null),
    EXIT(null, "status"),
    BIND(null, null),
    UNBIND(null, null),
    ONLY_NAME(null, null),
    RENAME(null, null),
    EXCHANGE(null, null),
    CUT(null, null),
    DERIVE(null, null),
    EXTENDED("type", null),
    GAP("cause", "count"),
    REFUSE("place", null),
    BEGIN(null, null),
    NOTE("source", null),
    POSITION("source", null),
    WHERE("source", null);

    final String word = name().toLowerCase(Locale.ROOT);

    /** Name of the field for {@link #kind} or {@link #text}. */
    final String textField;

    /** Name of the field for {@link #amount}. */
    final String amountField;

    Call(String textField, String amountField) {
      this.textField = textField;
      this.amountField = amountField;
    }
  }

  Call call;
  Enum<?> kind;
  Enum<?> phase;
  long process;
  long object;
  long cause;
  long amount;

  /** Number of operations that an access represents; 0 means one. */
  long count;

  long timeNanos;

  /** Id that the call declares; 0 for none. */
  long declared;

  Bytes path;
  Bytes to;
  Object payload;
  String text;
  int[] idsAt;
  int weight;

  RemoteOperation begin(Call method, long time) {
    call = method;
    timeNanos = time;
    return this;
  }

  RemoteOperation set(Enum<?> word, long processId, long objectId, long causeId, long number) {
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

  /** Clears every field, so that the garbage collector can free their values. */
  void clear() {
    call = null;
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
    payload = null;
    text = null;
    idsAt = null;
    weight = 0;
  }
}
