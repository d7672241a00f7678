package org.colophon.service.client.report;

import org.colophon.core.model.Bytes;

/** One call of a sink, kept until the service has acknowledged it; used again then. */
final class RemoteOperation {
  /** What was called. */
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

  /** The id that it declares, 0 for none. */
  long declared;

  Bytes path;
  Bytes to;
  Object payload;
  String text;
  int[] idsAt;
  int weight;

  RemoteOperation begin(Call what, long time) {
    call = what;
    timeNanos = time;
    return this;
  }

  /** Forgets everything, so that nothing is kept alive. */
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
