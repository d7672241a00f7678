package org.colophon.service.client.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.service.client.report.RemoteOperation.Call;

/**
 * A unit that a caller has begun: its operations, aside until it ends, so that those of others do
 * not come between them. Guarded by the queue's lock.
 */
final class OpenUnit {
  /** How many operations the kernel takes in a unit. */
  private static final int MOST_OPERATIONS = 4096;

  /** How many lines the service takes for a unit, its begin among them. */
  private static final int MOST_LINES = 2 * MOST_OPERATIONS + 2;

  /** Escaped at worst, it is still below what the service takes. */
  private static final long MOST_BYTES = 8 << 20;

  private final int mostLines;
  private final List<RemoteOperation> operations = new ArrayList<>();
  private final Map<String, Bytes> moved = new LinkedHashMap<>();
  private final Deque<RemoteOperation> spare = new ArrayDeque<>();
  private boolean isOpen;
  private int count;
  private long bytes;

  /**
   * None is begun yet.
   *
   * @param mostLines what the queue has room for
   */
  OpenUnit(int mostLines) {
    this.mostLines = Math.min(MOST_LINES, mostLines);
  }

  boolean isOpen() {
    return isOpen;
  }

  void begin() {
    if (isOpen) {
      throw new ColophonException(
          ErrorCode.BAD_REQUEST, "a unit is open already: end it with a position first");
    }
    isOpen = true;
    add(Call.BEGIN, 0);
  }

  /** One more operation; if it is one too many, the unit is dropped. */
  RemoteOperation next(Call call, int weight) {
    int more = operationsOf(call);
    if (count + more > MOST_OPERATIONS) {
      throw tooLarge("%d operations".formatted(MOST_OPERATIONS));
    }
    int behind = call == Call.POSITION ? 0 : 1; // there is always room for its end
    if (operations.size() + behind >= mostLines) {
      throw tooLarge("%d operations and positions".formatted(mostLines - 1));
    }
    if (bytes + weight > MOST_BYTES) {
      throw tooLarge("%d MiB of names and data".formatted(MOST_BYTES >> 20));
    }
    count += more;
    return add(call, weight);
  }

  /** One more position that the unit moves, at its end or on the way. */
  RemoteOperation position(Call call, String source, Bytes position, int weight) {
    RemoteOperation operation = next(call, weight);
    operation.text = source;
    operation.payload = position;
    moved.put(source, position);
    return operation;
  }

  /** The positions that the unit moves, by source. */
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
    return new ColophonException(
        ErrorCode.LIMIT_REACHED,
        "a unit for a service has at most " + limit + "; this one is dropped: make smaller units");
  }

  /** What the kernel makes of a call at most, so that it takes what is taken here. */
  private static int operationsOf(Call call) {
    return switch (call) {
      case RENAME -> 5;
      case EXCHANGE -> 3;
      case BIND, UNBIND, OBJECT -> 2;
      case NOTE, POSITION -> 0; // positions are no operations
      default -> 1;
    };
  }

  /** Takes everything back. */
  void drop() {
    operations.forEach(RemoteOperation::clear);
    ended();
  }

  /** In order, begin and position included. */
  List<RemoteOperation> operations() {
    return operations;
  }

  long bytes() {
    return bytes;
  }

  /** It is handed over; the operations that are here now are used again. */
  void ended() {
    spare.addAll(operations);
    operations.clear();
    moved.clear();
    isOpen = false;
    count = 0;
    bytes = 0;
  }
}
