package org.colophon.reporters.strace.replay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.colophon.core.model.Bytes;

/** Live tasks by thread id, and those that are starting another task. */
final class Tasks {
  private static final Bytes PROC = Bytes.of("/proc/");

  private final Map<Integer, Task> byId = new HashMap<>();
  private final List<Task> starting = new ArrayList<>();

  /** The task of the last line, which is often the next line's too. */
  private Task last;

  private long moves = 1;

  Task get(int tid) {
    Task task = last;
    if (task == null || task.tid != tid) {
      task = byId.get(tid);
      last = task;
    }
    return task;
  }

  /** Returns a process whose first thread may have ended; null if unknown. */
  Tracee processOf(int pid) {
    for (Task task : byId.values()) {
      if (task.process.pid == pid) {
        return task.process;
      }
    }
    return null;
  }

  void add(Task task) {
    byId.put(task.tid, task);
    last = task;
  }

  void remove(Task task) {
    byId.values().removeIf(other -> other == task);
    starting.remove(task);
    task.process.tasks.remove(task);
    last = null;
  }

  void addAlias(int tid, Task task) {
    byId.put(tid, task);
    last = null;
  }

  /** Returns the task of a line without thread id, which strace omits if there is one task. */
  Task withoutId() {
    Task task = byId.get(0);
    return task == null && byId.size() == 1 ? byId.values().iterator().next() : task;
  }

  List<Task> all() {
    return new ArrayList<>(byId.values());
  }

  /** Returns the tasks with an interrupted fork or clone. */
  List<Task> starting() {
    return starting;
  }

  Task numbered(String tid) {
    return byId.get(Integer.parseInt(tid));
  }

  /** Returns the open file of a path in /proc/PID/fd; null if it is not one. */
  OpenFile opened(Bytes path) {
    if (!path.startsWith(PROC)) {
      return null;
    }
    String[] parts = path.toString().split("/", -1);
    boolean isDescriptor =
        parts.length == 5
            && parts[3].equals("fd")
            && parts[2].matches("[0-9]{1,7}")
            && parts[4].matches("[0-9]{1,7}");
    Task owner = isDescriptor ? byId.get(Integer.parseInt(parts[2])) : null;
    return owner == null ? null : owner.descriptors.get(Integer.parseInt(parts[4]));
  }

  /** Moves the paths of open and working directories. */
  void moved(Bytes from, Bytes to, boolean isExchange) {
    for (Task task : byId.values()) {
      Folders folders = task.folders;
      if (folders.movedAt != moves) {
        folders.working = moved(folders.working, from, to, isExchange);
        folders.movedAt = moves;
      }
      for (int fd = 0; fd < task.descriptors.size(); fd++) {
        OpenFile file = task.descriptors.get(fd);
        if (file != null && file.path != null && file.movedAt != moves) {
          file.path = moved(file.path, from, to, isExchange);
          file.movedAt = moves;
        }
      }
    }
    moves++;
  }

  private static Bytes moved(Bytes path, Bytes from, Bytes to, boolean isExchange) {
    if (path.isAtOrBelow(from)) {
      return Paths.moved(path, from, to);
    }
    return isExchange && path.isAtOrBelow(to) ? Paths.moved(path, to, from) : path;
  }
}
