// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.sink;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.state.KernelParts;

/** Validates a reporter's arguments, which would otherwise reach every store. */
final class SinkArguments {
  private static final int MAX_PATH_BYTES = 64 << 10;
  private static final int MAX_DATA_BYTES = 64 << 20;

  private final KernelParts parts;

  SinkArguments(KernelParts parts) {
    this.parts = parts;
  }

  /** Requires an assigned process id. */
  void process(long id) {
    if (!parts.processes().isGiven(id)) {
      throw unknown("process", id);
    }
  }

  void processOrNone(long id) {
    if (id != 0) {
      process(id);
    }
  }

  /** Requires an assigned object id. */
  void object(long id) {
    if (!parts.objects().isGiven(id)) {
      throw unknown("object", id);
    }
  }

  void objectOrNone(long id) {
    if (id != 0) {
      object(id);
    }
  }

  private static ColophonException unknown(String what, long id) {
    return ErrorCode.BAD_INPUT.exception(
        "no " + what + " has the id " + id + ": ids come from the sink");
  }

  /** Returns the normal form of a path. */
  static Bytes path(Bytes path) {
    return PathBytes.normal(bounded("a path", path, MAX_PATH_BYTES));
  }

  static void data(Bytes data) {
    bounded("an extended record", data, MAX_DATA_BYTES);
  }

  private static Bytes bounded(String what, Bytes bytes, int limit) {
    if (bytes.length() > limit) {
      throw ErrorCode.BAD_INPUT.exception(
          "%s of %d bytes is too long, the limit is %d".formatted(what, bytes.length(), limit));
    }
    return bytes;
  }
}
