// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.GapCause;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.follow.LineHandler;
import org.colophon.reporters.common.inside.ProgramLogs;
import org.colophon.reporters.replay.call.AccessReporter;
import org.colophon.reporters.replay.call.CallRouter;
import org.colophon.reporters.replay.call.ProcessCalls;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.content.FileDigests;
import org.colophon.reporters.replay.content.TracedContents;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.replay.line.LineKind;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.StraceLineParser;
import org.colophon.reporters.replay.state.MirrorReports;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/**
 * Interprets system calls and reports operations. Parses lines of strace, and takes calls of other
 * sources. Rejects each malformed line with its number and records a gap. One thread.
 */
public final class Replay implements LineHandler {
  /**
   * Maximum length of a line in bytes. strace prints up to a few thousand strings of a few thousand
   * bytes.
   */
  public static final int MAX_LINE_BYTES = 1 << 26;

  /** Type of the extended record that names the tool of a trace. */
  public static final String CAPTURED_BY = "captured-by";

  /** Problem of an incomplete last line. */
  public static final String TORN = "is cut off at the end of the source";

  private static final String NOT_BEGUN = "resumes a call that did not begin";

  /** Maximum size of lines that wait until a new process's parent is known. */
  private static final int MAX_HELD_BYTES = 1 << 20;

  /** strace cuts its times to microseconds. */
  private static final long STRACE_TICK_NANOS = 999;

  /** Finds the tasks of threads. */
  public final TaskFinder finder;

  public final MirrorReports mirrorReports = new MirrorReports();

  private final OperationSink sink;
  private final ReplaySettings settings;
  private final StraceLineParser parser = new StraceLineParser();
  private final PendingLines held = new PendingLines();
  private final SplitLine split = new SplitLine();
  private final AccessReporter report;
  private final TaskTable tasks;
  private final CallRouter calls;
  private final ProcessCalls processes;

  private long lineNumber;

  /** The name of the tool; null once it is recorded. */
  private @Nullable String tool;

  private boolean isLossCounted;

  public Replay(OperationSink sink, ReplaySettings settings) {
    this.sink = sink;
    this.settings = settings;
    report = new AccessReporter(sink);
    tasks = new TaskTable();
    calls = new CallRouter(report, tasks, mirrorReports, settings);
    processes = calls.processes;
    finder = new TaskFinder(tasks, processes, settings, parser, held.parents);
  }

  /** Sets the time of lines without one, in nanoseconds since 1970. */
  public void setTime(long nowNanos) {
    report.nowNanos = nowNanos;
    report.logNanos = nowNanos;
  }

  /** Sets the logs that traced programs write. */
  public void setLogs(ProgramLogs logs) {
    report.logs = logs;
  }

  /**
   * Reports the contents of logs up to a time. All calls before that time must have been replayed.
   */
  public void advanceLogs(long untilNanos) {
    report.logs.advanceAll(untilNanos, sink);
  }

  /**
   * Sets the name of the tool that records the calls. The name is stored in a record of the first
   * process.
   */
  public void setTool(String name) {
    tool = name;
  }

  /** Sets the environment variables of programs that are recorded. */
  public void setVariables(WantedVariables wanted) {
    processes.variables = wanted;
  }

  /** Records directory listings and absent files as inputs; by default they are not recorded. */
  public void setLookups(boolean wanted) {
    parser.setLookups(wanted);
    calls.setLookups(wanted);
  }

  /** Records the written ranges of files; by default they are not recorded. */
  public void setRanges(boolean wanted) {
    parser.setSeeks(wanted);
    report.ranges.setWanted(wanted);
  }

  /** Sets the digests to attach after the last line. */
  public void setDigests(FileDigests digests) {
    calls.changes.setDigests(digests);
  }

  /** Sets the contents that inspectors read. */
  public void setContents(TracedContents contents) {
    calls.changes.setContents(contents);
  }

  public long lines() {
    return lineNumber;
  }

  /** Returns the number of reported gaps. */
  public long gaps() {
    return report.gaps;
  }

  /**
   * Called before a mirror reports a write of the thread. Reports held-back reads before the write.
   * If the current call copies, also reports its read.
   */
  public void writes(int tid) {
    Task task = tasks.get(tid);
    if (task != null && task.process.id != 0) {
      report.release(task.process);
      report.inform(task.process);
      calls.data.copies(task, settings.probe().copiedFrom(tid));
    }
  }

  @Override
  public void line(byte[] buffer, int from, int to) {
    lineNumber++;
    if (!split.isEmpty()) {
      byte[] joined = split.join(buffer, from, to);
      wholeLine(joined, 0, joined.length);
    } else if (!split.begins(buffer, from, to)) {
      wholeLine(buffer, from, to);
    }
  }

  /** Replays a call that has returned or failed. */
  public void call(SystemCall call) {
    replay(LineKind.CALL, call);
  }

  /** Replays the begin of a call that other threads' calls interrupt. */
  public void begin(SystemCall call) {
    replay(LineKind.BEGUN, call);
  }

  /** Replays an interrupted call that has returned or failed. */
  public void resume(SystemCall call) {
    replay(LineKind.RESUMED, call);
  }

  private void replay(LineKind part, SystemCall call) {
    lineNumber++;
    try {
      Task known = tasks.get(call.thread);
      if (part == LineKind.RESUMED && (known == null || known.begun != call.type)) {
        refuse(NOT_BEGUN);
        return;
      }
      Task task = known == null ? finder.create(call) : known;
      if (task == null) {
        refuse("belongs to a process that several others may have started");
        return;
      }
      enter(task);
      switch (part) {
        case BEGUN -> {
          task.begin(call.type);
          begun(task, call);
        }
        case RESUMED -> {
          finished(task, call);
          task.clear();
        }
        default -> whole(task, call);
      }
    } catch (RuntimeException e) {
      refuse(e);
    }
  }

  /** Ends a thread. */
  public void exited(int thread, int status) {
    lineNumber++;
    Task task = tasks.get(thread);
    try {
      if (task != null) {
        enter(task);
        processes.ended(task, status);
      }
    } catch (RuntimeException e) {
      refuse(e);
    }
  }

  /** Renames a thread. On execve, Linux gives the id of the first thread to the calling thread. */
  public void supersede(int caller, int first) {
    Task task = tasks.get(caller);
    if (task != null) {
      if (tasks.get(first) == null) {
        processes.thread(task, first);
      }
      mirrorReports.move(caller, first);
      tasks.remove(task);
    }
  }

  /**
   * Begins a run: repeated accesses of a thread that are recorded as one long call. A thread can
   * have several runs at a time. The runs end before the thread's next other call.
   *
   * @param call the repeated call
   * @param slot distinguishes the runs of the thread; below {@link Task#MAX_RUNS}
   */
  public void beginRun(SystemCall call, int slot) {
    Task task = tasks.get(call.thread);
    if (task != null && task.process.id != 0) {
      calls.data.beginRun(task, call, slot);
    }
  }

  /**
   * Ends a run.
   *
   * @param call the repeated call; its result is the number of bytes of all accesses
   * @return false if {@link #beginRun} has not begun the run, so that it must be reported as one
   *     call
   */
  public boolean endRun(SystemCall call, int slot, long count) {
    Task task = tasks.get(call.thread);
    return task != null && calls.data.endRun(task, call, slot, count);
  }

  private void wholeLine(byte[] buffer, int from, int to) {
    if (!held.isEmpty()) {
      hold(buffer, from, to);
    } else if (!take(buffer, from, to)) {
      held.add(buffer, from, to);
    }
  }

  /** Ends the replay after the last line. */
  public void finish() {
    while (!held.isEmpty()) {
      assignOldestParent();
    }
    long withoutLines = 0;
    for (Task task : tasks.all()) {
      report.release(task.process);
      withoutLines += task.hasOwnLine ? 0 : 1;
    }
    report.ranges.finish();
    calls.changes.finish();
    if (withoutLines > 0 && !isLossCounted) { // not traced, or in another file
      report.gap(0, GapCause.EVENTS_LOST, withoutLines);
    }
  }

  /** Records that events of a thread's process were lost; 0 for an unknown thread. */
  public void lost(int tid, long count) {
    isLossCounted = true;
    Task task = tasks.get(tid);
    sink.gap(task == null ? 0 : task.process.id, GapCause.EVENTS_LOST, count, report.nowNanos);
  }

  /** Records a gap for the remaining processes. */
  public void reportUntraced() {
    tasks.all().stream()
        .map(task -> task.process.id)
        .filter(id -> id != 0)
        .distinct()
        .forEach(id -> report.gap(id, GapCause.LOST_SIGHT, 1));
  }

  @Override
  public void badLine(String problem) {
    lineNumber++;
    refuse(problem);
  }

  /** Refuses a call whose arguments the sink rejects, such as a path that is too long. */
  private void refuse(RuntimeException e) {
    if (e instanceof ColophonException known && known.code() != ErrorCode.BAD_INPUT) {
      throw known;
    }
    refuse("cannot be replayed: " + (e instanceof ColophonException ? e.getMessage() : e));
  }

  private void refuse(String problem) {
    sink.refuse(settings.place() + ":" + lineNumber, problem);
    report.gap(0, GapCause.UNDECODABLE, 1);
  }

  private void hold(byte[] buffer, int from, int to) {
    held.add(buffer, from, to);
    StraceLine line = parser.parse(buffer, from, to);
    if (line.kind() == LineKind.RESUMED && line.type.startsTask()) {
      Task parent = tasks.get(line.thread);
      line = parent == null ? line : resumedText(parent, line);
    }
    if (line.type.startsTask() && line.succeeded()) {
      held.parents.put((int) line.result, line.thread);
    }
    release();
    while (held.bytes() > MAX_HELD_BYTES) {
      assignOldestParent();
    }
  }

  /** Joins the start and end of a call, without storing the result. */
  private StraceLine resumedText(Task parent, StraceLine line) {
    if (parent.begun == null) {
      return line;
    }
    int length = parent.textLength();
    byte[] joined = new byte[length + line.textTo() - line.textFrom()];
    System.arraycopy(parent.text(), 0, joined, 0, length);
    System.arraycopy(
        line.buffer(), line.textFrom(), joined, length, line.textTo() - line.textFrom());
    return parser.parseJoined(joined, 0, joined.length);
  }

  private void release() {
    while (!held.isEmpty() && take(held.next(), 0, held.next().length)) {
      held.remove();
    }
  }

  private void assignOldestParent() {
    StraceLine line = parser.parse(held.next(), 0, held.next().length);
    held.parents.put(line.thread, tasks.starting().get(0).tid);
    report.gap(0, GapCause.UNDECODABLE, 1);
    release();
  }

  /**
   * Replays a line. Returns false if its process is not known yet. If an unexpected exception
   * occurs, rejects only this line.
   */
  private boolean take(byte[] buffer, int from, int to) {
    try {
      return replayLine(buffer, from, to);
    } catch (RuntimeException e) {
      refuse(e);
      return true;
    }
  }

  private boolean replayLine(byte[] buffer, int from, int to) {
    StraceLine line = parser.parse(buffer, from, to);
    if (line.timeNanos() != 0) {
      report.nowNanos = line.timeNanos();
      report.logNanos = line.timeNanos() + STRACE_TICK_NANOS;
    }
    LineKind kind = line.kind();
    if (kind == LineKind.NOISE) {
      return true;
    }
    if (line.problem() != null) {
      refuse(line.problem());
      return true;
    }
    Task task = line.thread == 0 ? tasks.withoutId() : tasks.get(line.thread);
    if (task == null) {
      task = finder.alias(line);
    }
    if (task == null) {
      if (kind != LineKind.CALL && kind != LineKind.BEGUN && kind != LineKind.PID_CHANGED) {
        return replayUnknown(line);
      }
      task = finder.create(line);
      if (task == null) {
        return false;
      }
      line = parser.parse(buffer, from, to);
    }
    dispatch(task, line);
    return true;
  }

  /** Handles a line of an unknown task. A child may end before the call that started it returns. */
  private boolean replayUnknown(StraceLine line) {
    if (line.kind() == LineKind.RESUMED && line.type != Syscall.IOCTL) {
      refuse(NOT_BEGUN);
    } else if (line.kind() == LineKind.EXITED || line.kind() == LineKind.KILLED) {
      finder.endedEarly(line.thread, (int) line.result);
    }
    return true;
  }

  private void enter(Task task) {
    task.hasOwnLine = true;
    calls.enter(task);
  }

  private void dispatch(Task task, StraceLine line) {
    enter(task);
    switch (line.kind()) {
      case CALL -> whole(task, line);
      case BEGUN, PID_CHANGED -> {
        task.begin(line.type);
        task.append(line.buffer(), line.textFrom(), line.textTo());
        begun(task, line);
      }
      case RESUMED -> resumed(task, line);
      case SUPERSEDED -> superseded(task, line);
      default -> processes.ended(task, (int) line.result);
    }
  }

  private void whole(Task task, SystemCall call) {
    if (task.begun != null && call.type != Syscall.OWN_ADDRESS) {
      task.clear();
      tasks.starting().remove(task);
    }
    finished(task, call);
  }

  private void begun(Task task, SystemCall call) {
    if (call.type.startsTask()) {
      tasks.starting().remove(task);
      tasks.starting().add(task);
    } else if (task.process.id != 0) {
      calls.begin(task, call);
    }
  }

  private void resumed(Task task, StraceLine line) {
    if (task.begun != line.type) {
      boolean isEnd = line.textTo() - 1 >= 0 && line.buffer()[line.textTo() - 1] == '?';
      if (!isEnd && line.type != Syscall.IOCTL) { // the begins of other requests were skipped
        refuse(NOT_BEGUN);
      }
      return;
    }
    task.append(line.buffer(), line.textFrom(), line.textTo());
    StraceLine joined = parser.parseJoined(task.text(), 0, task.textLength());
    if (joined.kind() == LineKind.CALL) {
      finished(task, joined);
    } else {
      refuse("ends a call in an unknown way");
    }
    finder.returned(task);
    task.clear();
  }

  private void finished(Task task, SystemCall call) {
    if (task.process.id == 0 && !call.type.replacesProgram()) {
      return;
    }
    if (call.type.startsTask()) {
      finder.started(task, call);
    } else {
      calls.end(task, call);
    }
    if (tool != null && task.process.id != 0) {
      sink.extend(task.process.id, 0, CAPTURED_BY, Bytes.of(tool), report.nowNanos);
      tool = null;
    }
    mirrorReports.clear(task.tid);
  }

  /** Called when another thread has called execve and continues under this task's id. */
  private void superseded(Task task, StraceLine line) {
    Task caller = tasks.get((int) line.result);
    if (caller != null && caller.begun != null) {
      task.takeOver(caller);
      mirrorReports.move(caller.tid, task.tid);
      tasks.remove(caller);
    } else if (caller == null) {
      task.begun = Syscall.OTHER;
    }
  }
}
