// SPDX-License-Identifier: Apache-2.0
package org.colophon.client.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.client.protocol.UnitLimits;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;

/**
 * A unit that a caller has begun. Its operations stay separate from other operations until it ends.
 * Guarded by the queue's monitor.
 */
final class OpenUnit {
  /**
   * Maximum size of a unit in bytes. The service accepts such a unit even if every byte is escaped.
   */
  private static final long MAX_BYTES = 8 << 20;

  private final int maxLines;
  private final List<RemoteOperation> operations = new ArrayList<>();
  private final Map<String, Bytes> moved = new LinkedHashMap<>();
  private final Deque<RemoteOperation> spare = new ArrayDeque<>();
  private boolean isOpen;
  private int count;
  private long bytes;

  OpenUnit(int maxLines) {
    this.maxLines = Math.min(UnitLimits.MAX_LINES, maxLines);
  }

  boolean isOpen() {
    return isOpen;
  }

  void begin() {
    if (isOpen) {
      throw ErrorCode.BAD_REQUEST.exception("a unit is open already: end it with a position first");
    }
    isOpen = true;
    add(Call.BEGIN, 0);
  }

  /**
   * Returns the slot of a new operation. If the operation exceeds a limit, drops the unit and
   * throws.
   */
  RemoteOperation next(Call call, int weight) {
    int more = operationsOf(call);
    if (count + more > UnitLimits.MAX_OPERATIONS) {
      throw tooLarge("%d operations".formatted(UnitLimits.MAX_OPERATIONS));
    }
    int reserved = call.endsUnit() ? 0 : 1; // for the line that ends the unit
    if (operations.size() + reserved >= maxLines) {
      throw tooLarge("%d operations and positions".formatted(maxLines - 1));
    }
    if (bytes + weight > MAX_BYTES) {
      throw tooLarge("%d MiB of names and data".formatted(MAX_BYTES >> 20));
    }
    count += more;
    return add(call, weight);
  }

  RemoteOperation position(Call call, String source, Bytes position) {
    int weight = RemoteOperation.FIXED_WEIGHT + source.length() + position.length();
    RemoteOperation operation = next(call, weight);
    operation.text = source;
    operation.payload = position;
    moved.put(source, position);
    return operation;
  }

  /** Returns the new positions that the unit sets, by source. */
  Map<String, Bytes> moved() {
    return Map.copyOf(moved);
  }

  private RemoteOperation add(Call call, int weight) {
    RemoteOperation operation = spare.isEmpty() ? new RemoteOperation() : spare.pop();
    operation.begin(call, 0);
    operation.weight = weight;
    bytes += weight;
    operations.add(operation);
    return operation;
  }

  private ColophonException tooLarge(String limit) {
    drop();
    return ErrorCode.LIMIT_REACHED.exception(
        "a unit for a service has at most " + limit + "; this one was dropped; make smaller units");
  }

  /** Returns the maximum number of operations that the kernel derives from a call. */
  private static int operationsOf(Call call) {
    return switch (call) {
      case RENAME -> 5;
      case EXCHANGE -> 3;
      case BIND, UNBIND, OBJECT -> 2;
      case NOTE, POSITION, PREPARE, COMMIT, ABORT, ABANDON -> 0; // no operations
      default -> 1;
    };
  }

  void drop() {
    operations.forEach(RemoteOperation::clear);
    ended();
  }

  /** Returns the operations in order, including the start and the position. */
  List<RemoteOperation> operations() {
    return operations;
  }

  long bytes() {
    return bytes;
  }

  /** Empties the unit after it was queued. Its operations are reused. */
  void ended() {
    spare.addAll(operations);
    operations.clear();
    moved.clear();
    isOpen = false;
    count = 0;
    bytes = 0;
  }
}
