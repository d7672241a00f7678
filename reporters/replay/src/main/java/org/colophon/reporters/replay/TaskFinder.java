// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.reporters.replay.call.ProcessCalls;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.line.LineKind;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.StraceLineParser;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;
import org.colophon.reporters.replay.syscall.SystemCall;
import org.jspecify.annotations.Nullable;

/**
 * Creates the task of a thread at its first call. Determines which task started another task, and
 * which tasks ran before the trace.
 */
public final class TaskFinder {
  private static final int MAX_ENDS = 1 << 10;

  private final TaskTable tasks;
  private final ProcessCalls processes;
  private final ReplaySettings settings;
  private final StraceLineParser parser;

  /** Parents of tasks, where later lines name them. */
  private final Map<Integer, Integer> parents;

  /** Statuses of ended tasks whose start is not known yet, by id. */
  private final Map<Integer, Integer> ends = new HashMap<>();

  private boolean isEmpty = true;
  private boolean isNamed;
  private volatile int firstPid;

  TaskFinder(
      TaskTable tasks,
      ProcessCalls processes,
      ReplaySettings settings,
      StraceLineParser parser,
      Map<Integer, Integer> parents) {
    this.tasks = tasks;
    this.processes = processes;
    this.settings = settings;
    this.parser = parser;
    this.parents = parents;
  }

  /** Returns the pid of the first process; 0 before the first line. */
  public int firstPid() {
    return firstPid;
  }

  /** Returns whether the first process has ended. */
  public boolean hasFirstEnded() {
    return firstPid != 0 && tasks.get(firstPid) == null;
  }

  /**
   * Returns the id in the sink of a thread's process; 0 if the process is unknown or has not
   * executed its first program. All available lines must have been replayed.
   */
  public long processOf(int tid) {
    if (isEmpty && settings.isCommand()) {
      return 0;
    }
    long process = processes.processIdOf(tid);
    isEmpty &= process == 0; // the first line may belong to a child
    return process;
  }

  /** Returns whether the process of a thread is known. */
  public boolean isKnown(int tid) {
    return processes.isKnown(tid);
  }

  /** Adds a process that ran before its first line, with its threads. They may have no lines. */
  public void addRunning(int pid, List<Integer> threads) {
    isEmpty = false;
    processes.running(pid, threads).forEach(task -> task.hasOwnLine = true);
  }

  /**
   * Assigns the id of a line to the first process; returns null if it is that of another one. On a
   * terminal, strace prints ids only after a second process has started.
   */
  @Nullable Task alias(StraceLine line) {
    Task first = isNamed ? null : tasks.get(0);
    boolean isNewborn = line.kind() != LineKind.RESUMED && !childless().isEmpty();
    boolean isOther = line.kind() == LineKind.RESUMED && first != null && first.begun != line.type;
    if (first == null || isNewborn || isOther) {
      return null;
    }
    isNamed = true;
    tasks.addAlias(line.thread, first);
    return first;
  }

  /** Returns the tasks whose interrupted call starts a task that is not known yet. */
  private List<Task> childless() {
    return tasks.starting().stream().filter(task -> task.child == null).toList();
  }

  /** Creates a task for its first call; returns null if its parent is ambiguous. */
  @Nullable Task create(SystemCall call) {
    int pid = call.thread;
    if (isEmpty) {
      isEmpty = false;
      firstPid = pid;
      boolean isBirth = settings.isCommand() || call.type.replacesProgram();
      return isBirth ? processes.first(pid) : processes.runningProcess(pid);
    }
    if (!parents.containsKey(pid) && isThreadFromBefore(pid)) {
      return processes.runningProcess(pid);
    }
    Integer known = parents.remove(pid);
    Task parent = known == null ? candidate(pid) : tasks.get(known);
    if (parent != null) {
      parent.child = processes.started(parent, pid, begun(parent));
      return parent.child;
    }
    return childless().isEmpty() ? processes.runningProcess(pid) : null;
  }

  private StraceLine begun(Task parent) {
    return parser.parseJoined(parent.text(), 0, parent.textLength());
  }

  /**
   * Returns whether an unknown task ran before the trace. Such a task is a thread whose process has
   * no pending call that starts a thread.
   */
  private boolean isThreadFromBefore(int tid) {
    if (settings.isCommand() || tasks.starting().isEmpty()) {
      return false;
    }
    HostProbe.Origin origin = settings.probe().origin(tid);
    return origin != null
        && origin.pid() != tid
        && tasks.starting().stream()
            .noneMatch(
                task -> task.process.pid == origin.pid() && ProcessCalls.startsThread(begun(task)));
  }

  /** Returns the task that started a task; null if it is ambiguous. */
  private @Nullable Task candidate(int tid) {
    List<Task> candidates = childless();
    if (candidates.size() < 2) {
      return candidates.isEmpty() ? null : candidates.get(0);
    }
    HostProbe.Origin origin = settings.probe().origin(tid);
    if (origin == null) {
      return null;
    }
    int starter = origin.pid() == tid ? origin.parent() : origin.pid();
    return candidates.stream().filter(task -> task.process.pid == starter).findFirst().orElse(null);
  }

  /** Called when a fork or clone has returned. */
  void started(Task task, SystemCall call) {
    if (!call.succeeded() || call.result <= 0) {
      return;
    }
    int pid = (int) call.result;
    task.process.isInNamespace |= call.isTranslated;
    boolean isUntranslated = task.process.isInNamespace && !call.isTranslated;
    if (task.child != null && (task.child.tid == pid || isUntranslated)) {
      return;
    }
    Task existing = tasks.get(pid);
    if (existing != null && (existing.process.isRequested || isChildOfAnother(task, existing))) {
      return;
    }
    if (existing != null) {
      processes.ended(existing, 0);
    }
    Task child = processes.started(task, pid, call);
    Integer status = ends.remove(pid);
    if (status != null) {
      processes.ended(child, status);
    }
  }

  /**
   * Returns whether a task started a child that was assigned to another task. If two threads each
   * started a child at the same time, exchanges the children.
   */
  private boolean isChildOfAnother(Task task, Task child) {
    for (Task other : tasks.starting()) {
      if (other != task && other.child == child) {
        other.child = task.child;
        return true;
      }
    }
    return task.process.tasks.contains(child);
  }

  /** Called when an unknown task has ended, perhaps before the call that started it returns. */
  void endedEarly(int tid, int status) {
    if (!tasks.starting().isEmpty() && ends.size() < MAX_ENDS) {
      ends.put(tid, status);
    }
  }

  /** Called when a call has returned that may have started a task. */
  void returned(Task task) {
    tasks.starting().remove(task);
    if (tasks.starting().isEmpty()) {
      ends.clear();
    }
  }
}
