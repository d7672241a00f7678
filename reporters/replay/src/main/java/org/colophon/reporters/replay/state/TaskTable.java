// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.state;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/** Live tasks by thread id, and tasks that are starting another task. */
public final class TaskTable {
  private static final Bytes PROC = Bytes.of("/proc/");
  private static final Pattern DESCRIPTOR = Pattern.compile("/proc/([0-9]{1,7})/fd/([0-9]{1,7})");
  private static final Pattern MEMORY = Pattern.compile("/proc/([0-9]{1,7})/(?:task/[0-9]+/)?mem");

  private final Map<Integer, Task> byId = new HashMap<>();
  private final List<Task> starting = new ArrayList<>();

  /** The task of the last line, which is often also the task of the next line; null if unknown. */
  private @Nullable Task last;

  private long moves = 1;

  /** Returns the task of a thread; null if unknown. */
  public @Nullable Task get(int tid) {
    Task task = last;
    if (task == null || task.tid != tid) {
      task = byId.get(tid);
      last = task;
    }
    return task;
  }

  /** Returns the process with a pid, even if its first thread has ended; null if unknown. */
  public @Nullable Tracee processOf(int pid) {
    for (Task task : byId.values()) {
      if (task.process.pid == pid) {
        return task.process;
      }
    }
    return null;
  }

  public void add(Task task) {
    byId.put(task.tid, task);
    last = task;
  }

  public void remove(Task task) {
    byId.values().removeIf(other -> other == task);
    starting.remove(task);
    task.process.tasks.remove(task);
    last = null;
  }

  public void addAlias(int tid, Task task) {
    byId.put(tid, task);
    last = null;
  }

  /**
   * Returns the task of a line without a thread id; null if unknown. If there is only one task,
   * strace omits the id.
   */
  public @Nullable Task withoutId() {
    Task task = byId.get(0);
    return task == null && byId.size() == 1 ? byId.values().iterator().next() : task;
  }

  public List<Task> all() {
    return new ArrayList<>(byId.values());
  }

  /** Returns the tasks with an interrupted fork or clone. */
  public List<Task> starting() {
    return starting;
  }

  public @Nullable Task numbered(String tid) {
    return byId.get(Integer.parseInt(tid));
  }

  /** Returns the open file for a path in /proc/PID/fd; null for another path. */
  public @Nullable OpenFile opened(Bytes path) {
    Matcher matcher = path.startsWith(PROC) ? DESCRIPTOR.matcher(path.toString()) : null;
    if (matcher == null || !matcher.matches()) {
      return null;
    }
    Task owner = numbered(matcher.group(1));
    return owner == null ? null : owner.descriptors.get(Integer.parseInt(matcher.group(2)));
  }

  /** Returns the process whose memory a path means; 0 if it is another path. */
  public int memoryOf(Bytes path) {
    Matcher matcher = path.startsWith(PROC) ? MEMORY.matcher(path.toString()) : null;
    return matcher != null && matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /** Applies a rename to the paths of open directories and working directories. */
  public void moved(Bytes from, Bytes to, boolean isExchange) {
    for (Task task : byId.values()) {
      Directories directories = task.directories;
      if (directories.movedAt != moves) {
        directories.working = moved(directories.working, from, to, isExchange);
        directories.movedAt = moves;
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
      return Directories.rebase(path, from, to);
    }
    return isExchange && path.isAtOrBelow(to) ? Directories.rebase(path, to, from) : path;
  }
}
