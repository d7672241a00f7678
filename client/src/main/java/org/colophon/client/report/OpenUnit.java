package org.colophon.client.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.colophon.client.report.RemoteOperation.Call;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * A unit that a caller has begun: its operations, aside until it ends, so that those of others do
 * not come between them. Guarded by the queue's lock.
 */
final class OpenUnit {
  /** How many operations the kernel takes in a unit. */
  private static final int MOST_OPERATIONS = 4096;

  /** Escaped at worst, it is still below what the service takes. */
  private static final long MOST_BYTES = 8 << 20;

  private final int mostLines;
  private final List<RemoteOperation> operations = new ArrayList<>();
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
    this.mostLines = mostLines;
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
    if (count + more > MOST_OPERATIONS || operations.size() + 1 >= mostLines) {
      throw tooLarge("%d operations".formatted(Math.min(MOST_OPERATIONS, mostLines - 2)));
    }
    if (bytes + weight > MOST_BYTES) {
      throw tooLarge("%d MiB of names and data".formatted(MOST_BYTES >> 20));
    }
    count += more;
    return add(call, weight);
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
    isOpen = false;
    count = 0;
    bytes = 0;
  }
}
