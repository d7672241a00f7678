// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.function;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.colophon.core.model.LinkKind;
import org.colophon.core.model.ObjectDeclaration;
import org.colophon.core.model.ObjectKind;
import org.colophon.core.model.OperationKind;
import org.colophon.core.model.Phase;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;
import org.jspecify.annotations.Nullable;

/**
 * The open calls of a thread, and the data that flows between its calls.
 *
 * <ul>
 *   <li>A call is started by its caller.
 *   <li>The caller reads the result, unless it ignores the result.
 *   <li>A call reads the memory at each address that it gets as an argument, and writes that memory
 *       when it ends, unless it can only read there. So data flows to later calls with the same
 *       address.
 *   <li>The caller reads memory that its calls wrote before it writes anything itself. So that data
 *       does not flow to calls with other arguments.
 *   <li>A call that ends in a tail call, or by an exception, informs its caller.
 * </ul>
 */
final class CallStack {
  /** Exit status of a call that did not return. */
  static final int NO_RETURN = 1;

  private static final int MAX_ADDRESSES = 1 << 16;

  private static final class Call {
    final long id;
    final boolean hasResult;
    final Set<Long> writable = new HashSet<>(2);

    /** Memory that ended calls wrote, and that this call has not read. */
    final Set<Long> unread = new HashSet<>(2);

    boolean isInTailCall;

    Call(long id, boolean hasResult) {
      this.id = id;
      this.hasResult = hasResult;
    }
  }

  /** The innermost call comes first. */
  private final Deque<Call> open = new ArrayDeque<>();

  /** Memory objects by address. Above the limit, all addresses share one object. */
  private final Map<Long, Long> memory = new HashMap<>();

  private long otherMemory;

  /** The result that its reader may still ignore; 0 if none. */
  private long result;

  private long resultReader;

  boolean isEmpty() {
    return open.isEmpty();
  }

  /** Returns the innermost call; the program if no call is open. */
  long innermost(TracedProcess process) {
    return open.isEmpty() ? process.id() : open.peek().id;
  }

  /** Adds a call. If it is a tail call, it ends the innermost call. */
  void enter(
      long id, boolean hasResult, boolean isTailCall, TracedProcess process, OperationSink sink) {
    if (open.isEmpty()) {
      for (long starter : process.starters()) {
        sink.link(LinkKind.FORK, id, starter, 0);
      }
    } else {
      sink.link(LinkKind.FORK, id, open.peek().id, 0);
    }
    if (isTailCall) {
      end(process, sink);
    }
    open.push(new Call(id, hasResult));
  }

  /** Adds an address to the arguments of the innermost call. */
  void argument(long address, boolean isWritable, OperationSink sink) {
    if (address == 0 || (!isWritable && !memory.containsKey(address))) {
      return;
    }
    Call call = open.element();
    long object = memoryAt(address, sink);
    sink.access(OperationKind.READ, Phase.WHOLE, call.id, object, Long.BYTES, 0);
    if (isWritable) {
      call.writable.add(object);
    }
  }

  private long memoryAt(long address, OperationSink sink) {
    Long known = memory.get(address);
    if (known != null) {
      return known;
    }
    if (memory.size() < MAX_ADDRESSES) {
      long object = object("memory at 0x" + Long.toHexString(address), sink);
      memory.put(address, object);
      return object;
    }
    if (otherMemory == 0) {
      otherMemory = object("memory at other addresses", sink);
    }
    return otherMemory;
  }

  private static long object(String label, OperationSink sink) {
    return sink.object(ObjectDeclaration.of(ObjectKind.MEMORY, label), 0);
  }

  /** Ends the innermost call with a result; null if it has none. */
  void leave(@Nullable String resultLabel, TracedProcess process, OperationSink sink) {
    Call call = open.pop();
    write(call, sink);
    if (resultLabel != null) {
      result = object(resultLabel, sink);
      resultReader = innermost(process);
      sink.access(OperationKind.WRITE, Phase.WHOLE, call.id, result, Long.BYTES, 0);
    }
    sink.exit(call.id, 0, 0);
  }

  /** Marks the innermost call as being in a tail call. It may have ended already. */
  void beginTailCall() {
    if (!open.isEmpty()) {
      open.peek().isInTailCall = true;
    }
  }

  /** Ends calls that did not return a result to their callers. */
  void unwind(int count, TracedProcess process, OperationSink sink) {
    for (int i = 0; i < count && !open.isEmpty(); i++) {
      end(process, sink);
    }
  }

  private void end(TracedProcess process, OperationSink sink) {
    Call call = open.pop();
    write(call, sink);
    if (call.hasResult || !call.isInTailCall) {
      sink.link(LinkKind.INFORM, innermost(process), call.id, 0);
    }
    sink.exit(call.id, call.isInTailCall ? 0 : NO_RETURN, 0);
  }

  /** Ends all calls at the end of the program. */
  void exit(OperationSink sink) {
    settle(sink);
    while (!open.isEmpty()) {
      sink.exit(open.pop().id, NO_RETURN, 0);
    }
  }

  /** Reports that a call writes the memory of its arguments. Its caller may read the memory. */
  private void write(Call call, OperationSink sink) {
    if (call.hasResult || !call.writable.isEmpty()) {
      read(call, sink);
    }
    for (long object : call.writable) {
      sink.access(OperationKind.WRITE, Phase.WHOLE, call.id, object, Long.BYTES, 0);
    }
    if (!open.isEmpty()) {
      open.peek().unread.addAll(call.writable);
      open.peek().unread.addAll(call.unread);
    }
  }

  private static void read(Call call, OperationSink sink) {
    for (long object : call.unread) {
      sink.access(OperationKind.READ, Phase.WHOLE, call.id, object, Long.BYTES, 0);
    }
    call.unread.clear();
  }

  /** Discards the last result, because the caller ignores it. */
  void ignoreResult() {
    result = 0;
  }

  /** Reports that the caller reads the last result, unless it was ignored. */
  void settle(OperationSink sink) {
    if (result != 0) {
      sink.access(OperationKind.READ, Phase.WHOLE, resultReader, result, Long.BYTES, 0);
      result = 0;
    }
  }

  /**
   * Stores the processes of the calls that may make an access now: the innermost call, and its
   * callers as long as the calls may have ended by a tail call. Returns their number; 0 if there
   * are none or too many. A call that writes first reads memory that its calls wrote.
   */
  int active(boolean isWrite, TracedProcess process, long[] into, OperationSink sink) {
    settle(sink);
    int count = 0;
    for (Call call : open) {
      if (count == into.length) {
        return 0;
      }
      if (isWrite) {
        read(call, sink);
      }
      into[count++] = call.id;
      if (!call.isInTailCall) {
        return count;
      }
    }
    return count == 0 || count == into.length ? 0 : add(process.id(), into, count);
  }

  private static int add(long id, long[] into, int count) {
    into[count] = id;
    return count + 1;
  }
}
