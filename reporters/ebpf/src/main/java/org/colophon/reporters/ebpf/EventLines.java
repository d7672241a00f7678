package org.colophon.reporters.ebpf;

import java.nio.ByteBuffer;
import org.colophon.reporters.common.inside.KernelClock;
import org.colophon.reporters.ebpf.kernel.EventSource;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.replay.Replay;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.Syscall;

/**
 * Feeds a replay with records. One thread. Frequent calls are passed as numbers, all others as
 * lines in the notation of strace. An adjacent begin and end of a call are passed as one call.
 */
final class EventLines implements EventSource.RecordHandler {
  private static final int IN_PROGRESS = -115;
  private static final int MAX_ERROR = 4095;
  private static final int FORK = 57;
  private static final int VFORK = 58;
  private static final String[] SHARED = {
    "CLONE_VM", "CLONE_FS", "CLONE_FILES", "CLONE_THREAD", "CLONE_NEWNS"
  };
  private static final int[] SHARED_BITS = {0x100, 0x200, 0x400, 0x10000, 0x20000};
  private static final byte[] BY_DESCRIPTOR = {'/', 'd', 'e', 'v', '/', 'f', 'd', '/'};

  private final Replay replay;
  private final LineBuffer line = new LineBuffer();
  private final LineBuffer begun = new LineBuffer();
  private final StraceLine numbers = new StraceLine();
  private final long[] arguments = new long[6];
  private final RingRequests requests = new RingRequests();
  private final Environments environments = new Environments();
  private int begunTid;

  /** The call that has begun, if its arguments are in {@link #arguments}; null if it is a line. */
  private Syscall begunCall;

  private int begunNumber;

  private long reportedLost;

  EventLines(Replay replay) {
    this.replay = replay;
  }

  /**
   * Ends after the last record.
   *
   * @param lost the number of lost records; some were reported by later records
   */
  void end(long lost) {
    finish();
    if (lost > reportedLost) {
      replay.lost(0, lost - reportedLost);
    }
  }

  @Override
  public void record(ByteBuffer memory, int at, int length) {
    int kind = memory.getInt(at + Head.KIND);
    int thread = memory.getInt(at + Head.TID);
    int lost = memory.getInt(at + Head.LOST);
    int tid = thread;
    if (kind == Head.SUBMITTED || kind == Head.COMPLETED) {
      boolean isBegin = kind == Head.SUBMITTED;
      tid = isBegin ? submitted(memory, at, thread) : completed(memory, at);
      kind = isBegin ? Head.BEGUN : Head.ENDED;
    }
    if (begunTid != 0 && (kind != Head.ENDED || tid != begunTid)) {
      finish();
    }
    replay.setTime(KernelClock.wallNanos(memory.getLong(at + Head.NANOS)));
    if (lost != 0) {
      reportedLost += lost;
      environments.remove(thread); // the lost records may include parts or the program's record
      replay.lost(thread, lost);
    }
    if (tid == 0) {
      return; // the end of a request whose start is lost
    }
    switch (kind) {
      case Head.BEGUN -> begin(memory, at, tid);
      case Head.ENDED -> end(memory, at, tid);
      case Head.FORKED -> fork(memory, at, tid);
      case Head.ENVIRONMENT -> environments.add(tid, memory, at);
      case Head.EXECUTED -> execute(memory, at, tid);
      case Head.EXITED -> {
        endRequests(tid);
        environments.remove(tid);
        start(tid).put("+++ exited with ").decimal(memory.getInt(at + Head.NUMBER)).put(" +++");
        send(line);
      }
      case Head.RUN_BEGUN -> replay.beginRun(run(memory, at, tid), (int) arguments[Head.RUN]);
      case Head.RUN_ENDED -> endRun(memory, at, tid);
      default -> whole(memory, at, tid);
    }
  }

  private StraceLine run(ByteBuffer memory, int at, int tid) {
    Syscall call = CallNames.numeric(memory.getInt(at + Head.NUMBER));
    copyArguments(memory, at);
    return numbers.set(tid, call, arguments, memory.getLong(at + Head.RESULT));
  }

  private void endRun(ByteBuffer memory, int at, int tid) {
    StraceLine run = run(memory, at, tid);
    if (!replay.endRun(run, (int) arguments[Head.RUN], arguments[Head.RUN_COUNT])) {
      numbers(tid, run.call(), memory.getInt(at + Head.NUMBER), run.number());
    }
  }

  private void whole(ByteBuffer memory, int at, int tid) {
    int number = memory.getInt(at + Head.NUMBER);
    long result = memory.getLong(at + Head.RESULT);
    Syscall numeric = CallNames.numeric(number);
    if (numeric != null && memory.getInt(at + Head.FIRST) == 0) {
      copyArguments(memory, at);
      numbers(tid, numeric, number, result);
    } else {
      call(start(tid), memory, at);
      result(line, result);
      send(line);
    }
  }

  private LineBuffer start(int tid) {
    return line.clear().decimal(tid).put(' ');
  }

  private void copyArguments(ByteBuffer memory, int at) {
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = memory.getLong(at + Head.ARGUMENTS + 8 * i);
    }
  }

  private void numbers(int tid, Syscall call, int number, long result) {
    if (!replay.call(numbers.set(tid, call, arguments, result))) {
      call(start(tid), number);
      result(line, result);
      send(line);
    }
  }

  /** Appends a call whose arguments were copied. */
  private void call(LineBuffer text, int number) {
    text.put(CallNames.name(number)).put('(');
    for (int i = 0; i < arguments.length; i++) {
      text.put(i == 0 ? "" : ", ").hex(arguments[i]);
    }
  }

  /** Passes the start of a call on if its end has not been read. */
  private void finish() {
    if (begunTid == 0) {
      return;
    }
    if (begunCall != null) {
      call(begun.clear().decimal(begunTid).put(' '), begunNumber);
    }
    send(begun.put(" <unfinished ...>"));
    begunTid = 0;
  }

  private void send(LineBuffer whole) {
    replay.line(whole.bytes(), 0, whole.length());
  }

  private static void call(LineBuffer line, ByteBuffer memory, int at) {
    line.put(CallNames.name(memory.getInt(at + Head.NUMBER))).put('(');
    ArgumentText.append(line, memory, at);
  }

  private static void result(LineBuffer line, long result) {
    if (result == IN_PROGRESS) {
      line.put(") = -1 EINPROGRESS");
    } else if (result < 0 && result >= -MAX_ERROR) {
      line.put(") = -1 E");
    } else {
      line.put(") = ").hex(result);
    }
  }

  private void begin(ByteBuffer memory, int at, int tid) {
    begunTid = tid;
    begunNumber = memory.getInt(at + Head.NUMBER);
    begunCall = CallNames.numeric(begunNumber);
    if (begunCall != null) {
      copyArguments(memory, at);
    } else {
      call(begun.clear().decimal(tid).put(' '), memory, at);
    }
  }

  private void end(ByteBuffer memory, int at, int tid) {
    if (begunTid != 0 && begunCall != null) {
      numbers(begunTid, begunCall, begunNumber, memory.getLong(at + Head.RESULT));
      begunTid = 0;
    } else if (begunTid != 0) {
      result(begun, memory.getLong(at + Head.RESULT));
      send(begun);
      begunTid = 0;
    } else {
      start(tid).put("<... ").put(CallNames.name(memory.getInt(at + Head.NUMBER))).put(" resumed>");
      result(line, memory.getLong(at + Head.RESULT));
      send(line);
    }
  }

  private void fork(ByteBuffer memory, int at, int tid) {
    start(tid);
    int number = memory.getInt(at + Head.NUMBER);
    if (number == FORK || number == VFORK) {
      line.put(number == FORK ? "fork(" : "vfork(");
    } else {
      long flags = memory.getLong(at + Head.ARGUMENTS);
      line.put("clone(flags=0");
      for (int i = 0; i < SHARED.length; i++) {
        line.put((flags & SHARED_BITS[i]) == 0 ? "" : "|");
        line.put((flags & SHARED_BITS[i]) == 0 ? "" : SHARED[i]);
      }
    }
    line.put(") = ").decimal(memory.getLong(at + Head.RESULT));
    send(line);
  }

  private int submitted(ByteBuffer memory, int at, int thread) {
    return requests.begin(
        thread,
        memory.getLong(at + Head.RESULT),
        created -> {
          finish();
          start(thread).put("clone(flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_THREAD");
          send(line.put(") = ").decimal(created));
        });
  }

  private int completed(ByteBuffer memory, int at) {
    return requests.end(memory.getLong(at + Head.ARGUMENTS));
  }

  private void endRequests(int thread) {
    for (int tid : requests.endAll(thread)) {
      send(start(tid).put("+++ exited with 0 +++"));
    }
  }

  private void execute(ByteBuffer memory, int at, int tid) {
    long old = memory.getLong(at + Head.RESULT);
    endRequests(tid);
    endRequests((int) old);
    start((int) old);
    program(memory, at);
    long bytes = memory.getLong(at + Head.ARGUMENTS + 8 * Head.ENVIRONMENT_BYTES);
    environments.append(line.put(", "), tid, bytes);
    if (old == tid) {
      send(line.put(") = 0"));
      return;
    }
    line.put(" <pid changed to ").decimal(tid).put(" ...>");
    send(line);
    line.clear().decimal(tid).put(" +++ superseded by execve in pid ").decimal(old).put(" +++");
    send(line);
    send(line.clear().decimal(tid).put(" <... execve resumed>) = 0"));
  }

  private void program(ByteBuffer memory, int at) {
    int path = at + Head.BYTES;
    int arguments = path + memory.getInt(at + Head.SECOND);
    int end = arguments + memory.getInt(at + Head.FIRST);
    int pathEnd = Math.max(path, arguments - 1);
    int name = afterDescriptor(memory, path, pathEnd);
    if (name < 0) {
      line.put("execve(").quoted(memory, path, pathEnd);
    } else {
      line.put("execveat(");
      for (int p = path + BY_DESCRIPTOR.length; p < name; p++) {
        line.put((char) memory.get(p));
      }
      line.put(", ").quoted(memory, Math.min(name + 1, pathEnd), pathEnd);
    }
    line.put(", [");
    for (int from = arguments; from < end; ) {
      int to = from;
      while (to < end && memory.get(to) != 0) {
        to++;
      }
      line.put(from == arguments ? "" : ", ").quoted(memory, from, to);
      from = to + 1;
    }
    boolean isCut = memory.getLong(at + Head.ARGUMENTS) > memory.getInt(at + Head.FIRST);
    line.put(isCut ? "...]" : "]");
  }

  /**
   * Returns the end of the prefix {@code /dev/fd/N} in the name that Linux gives to a file; -1
   * without this prefix.
   */
  private static int afterDescriptor(ByteBuffer memory, int from, int to) {
    int p = from;
    for (byte b : BY_DESCRIPTOR) {
      if (p >= to || memory.get(p++) != b) {
        return -1;
      }
    }
    int start = p;
    while (p < to && memory.get(p) >= '0' && memory.get(p) <= '9') {
      p++;
    }
    return p == start ? -1 : p;
  }
}
