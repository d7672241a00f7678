package org.colophon.reporters.replay;

import java.util.List;
import org.colophon.reporters.replay.call.ProcessCalls;
import org.colophon.reporters.replay.call.ReplaySettings;
import org.colophon.reporters.replay.line.LineKind;
import org.colophon.reporters.replay.line.StraceLine;
import org.colophon.reporters.replay.line.StraceLineParser;
import org.colophon.reporters.replay.state.HostProbe;
import org.colophon.reporters.replay.state.Task;
import org.colophon.reporters.replay.state.TaskTable;
import org.jspecify.annotations.Nullable;

/** Determines which task started another task, and which tasks ran before the trace. */
final class ParentFinder {
  private final TaskTable tasks;
  private final ReplaySettings settings;
  private final StraceLineParser parser;
  private boolean isNamed;

  ParentFinder(TaskTable tasks, ReplaySettings settings, StraceLineParser parser) {
    this.tasks = tasks;
    this.settings = settings;
    this.parser = parser;
  }

  /**
   * Assigns the id of a line to the first process; returns null if it is that of another one. On a
   * terminal, strace prints ids only after a second process has started.
   */
  @Nullable Task alias(StraceLine line) {
    Task first = isNamed ? null : tasks.get(0);
    boolean isNewborn =
        line.kind() != LineKind.RESUMED && tasks.starting().stream().anyMatch(t -> t.child == null);
    boolean isOther = line.kind() == LineKind.RESUMED && first != null && first.begun != line.type;
    if (first == null || isNewborn || isOther) {
      return null;
    }
    isNamed = true;
    tasks.addAlias(line.thread, first);
    return first;
  }

  /**
   * Returns whether an unknown task ran before the trace. Such a task is a thread whose process has
   * no pending call that starts a thread.
   */
  boolean isThreadFromBefore(int tid) {
    if (settings.isCommand() || tasks.starting().isEmpty()) {
      return false;
    }
    HostProbe.Origin origin = settings.probe().origin(tid);
    return origin != null
        && origin.pid() != tid
        && tasks.starting().stream()
            .noneMatch(task -> task.process.pid == origin.pid() && startsThread(task));
  }

  private boolean startsThread(Task task) {
    return ProcessCalls.startsThread(parser.parseJoined(task.text(), 0, task.textLength()));
  }

  /** Returns the task that started a task; null if it is ambiguous. */
  @Nullable Task candidate(int tid) {
    List<Task> candidates = tasks.starting().stream().filter(task -> task.child == null).toList();
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

  /**
   * Returns whether a task started a child that was assigned to another task. If two threads each
   * started a child at the same time, exchanges the children.
   */
  boolean isChildOfAnother(Task task, Task child) {
    for (Task other : tasks.starting()) {
      if (other != task && other.child == child) {
        other.child = task.child;
        return true;
      }
    }
    return task.process.tasks.contains(child);
  }
}
