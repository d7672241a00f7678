// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.line;

import java.util.ArrayList;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Fields of a line. Reused for the next line. */
public final class OperationLine {
  public @Nullable String op;
  public @Nullable String id;
  public @Nullable String kind;
  public @Nullable String phase;
  public final Reference process = new Reference();
  public final Reference object = new Reference();
  public final Reference effect = new Reference();
  public final Reference cause = new Reference();
  public @Nullable String causeWord;
  public @Nullable Bytes path;
  public @Nullable Bytes from;
  public @Nullable Bytes to;
  public Bytes identity = Bytes.EMPTY;
  public Bytes label = Bytes.EMPTY;
  public Bytes executable = Bytes.EMPTY;
  public Bytes directory = Bytes.EMPTY;
  public Bytes data = Bytes.EMPTY;
  public final List<Bytes> arguments = new ArrayList<>();
  public @Nullable String type;
  public @Nullable String name;
  public @Nullable String transaction;
  public @Nullable String source;
  public @Nullable Bytes position;
  public final PositionIds ids = new PositionIds();
  public @Nullable String place;
  public @Nullable String problem;
  public long pid;
  public long start;
  public long bytes;
  public long count;
  public long status;
  public long time;

  /**
   * Problem of a malformed line; null for other lines. The fields before the malformed position are
   * set.
   */
  public @Nullable String malformed;

  public boolean isBlank;

  /** Reference to a process or object, by the client's id or by a global id. */
  public static final class Reference {
    @Nullable String local;
    long global;

    boolean isGiven() {
      return local != null || global != 0;
    }

    private void clear() {
      local = null;
      global = 0;
    }
  }

  public void clear() {
    malformed = null;
    isBlank = false;
    op = null;
    id = null;
    kind = null;
    phase = null;
    process.clear();
    object.clear();
    effect.clear();
    cause.clear();
    causeWord = null;
    path = null;
    from = null;
    to = null;
    identity = Bytes.EMPTY;
    label = Bytes.EMPTY;
    executable = Bytes.EMPTY;
    directory = Bytes.EMPTY;
    data = Bytes.EMPTY;
    arguments.clear();
    type = null;
    name = null;
    transaction = null;
    source = null;
    position = null;
    ids.clear();
    place = null;
    problem = null;
    pid = 0;
    start = 0;
    bytes = 0;
    count = 1;
    status = 0;
    time = 0;
  }
}
