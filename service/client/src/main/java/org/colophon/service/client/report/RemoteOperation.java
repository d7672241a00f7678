package org.colophon.service.client.report;

import org.colophon.core.model.Bytes;

/** One call of a sink, kept until the service acknowledges it, then reused. */
final class RemoteOperation {
  /** Methods of a sink. */
  enum Call {
    PROCESS,
    OBJECT,
    RESOLVE,
    ACCESS,
    LINK,
    EXIT,
    BIND,
    UNBIND,
    RENAME,
    EXCHANGE,
    CUT,
    DERIVE,
    EXTEND,
    GAP,
    REFUSE,
    BEGIN,
    NOTE,
    POSITION,
    WHERE
  }

  Call call;
  Enum<?> kind;
  Enum<?> phase;
  long process;
  long object;
  long cause;
  long amount;
  long timeNanos;

  /** The id that this declares, 0 for none. */
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

  void set(Enum<?> word, long processId, long objectId, long causeId, long number) {
    kind = word;
    process = processId;
    object = objectId;
    cause = causeId;
    amount = number;
  }

  /** Clears every field, so that nothing is kept alive. */
  void clear() {
    call = null;
    kind = null;
    phase = null;
    process = 0;
    object = 0;
    cause = 0;
    amount = 0;
    declared = 0;
    path = null;
    to = null;
    payload = null;
    text = null;
    idsAt = null;
    weight = 0;
  }
}
