// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.process;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.colophon.core.collect.BoundedMap;
import org.colophon.core.model.GapCause;
import org.colophon.core.model.LinkKind;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.proc.ProcFiles;
import org.jspecify.annotations.Nullable;

/**
 * Program table that follows every fork, exec and exit of the system through {@link PerfEvents}.
 */
final class WatchedPrograms implements ProgramTable {
  private static final int RECENT = 1 << 10;
  private static final int MAX_WITHOUT_LEADER = 1 << 10;
  private static final long TICK_NANOS = 10_000_000;

  /** Maximum number of execs of one process between two losses of events. */
  private static final int IMAGES_PER_LOSS = 1 << 16;

  private final PerfEvents events;
  private final ProgramDeclarer declarer;
  private final int self;
  private final Map<Integer, Task> tasks = new HashMap<>();

  /**
   * Programs whose first thread ended, by pid. Another thread may call execve and take over the
   * pid.
   */
  private final Map<Integer, Program> withoutLeader = BoundedMap.byAge(MAX_WITHOUT_LEADER);

  /** Recently used or started tasks, by the low bits of their ids. */
  private final AtomicReferenceArray<Task> recent = new AtomicReferenceArray<>(RECENT);

  private int losses;

  WatchedPrograms(PerfEvents events, ProgramDeclarer declarer, int self) {
    this.events = events;
    this.declarer = declarer;
    this.self = self;
  }

  @Override
  public @Nullable Program find(int id, OperationSink sink) {
    if (events.hasNews()) {
      follow(sink);
    }
    Task task = recent(id);
    if (task == null) {
      task = findTask(id);
      recent.set(id & (RECENT - 1), task);
    }
    return task.program;
  }

  /** Returns a recently used or started task; null if evicted. */
  private @Nullable Task recent(int id) {
    Task task = recent.get(id & (RECENT - 1));
    return task == null || task.id != id || task.isObsolete ? null : task;
  }

  @Override
  public void declare(Program program, OperationSink sink) {
    declarer.declare(program, sink);
  }

  private synchronized Task findTask(int id) {
    Task task = tasks.get(id);
    if (task == null) {
      task = recent(id); // started in between
    }
    if (task == null) {
      int pid = id == 0 ? -1 : ProcFiles.statusNumber(Integer.toString(id), "Tgid");
      Program program = pid <= 0 || pid == self ? null : leader(pid, 0);
      task = new Task(id, program);
      if (program != null || pid == self) {
        tasks.put(id, task);
      }
    }
    return task;
  }

  /** Returns the program of a process; creates it if it is unknown. */
  private @Nullable Program leader(int pid, int depth) {
    Task task = tasks.get(pid);
    if (task == null) {
      Program known = withoutLeader.get(pid);
      task = new Task(pid, known == null ? startedBefore(pid, depth) : known);
      tasks.put(pid, task);
    }
    return task.program;
  }

  /**
   * Creates a program that started before its events were read. It is unknown how the parent
   * started the program.
   */
  private Program startedBefore(int pid, int depth) {
    int parent = depth < 16 ? ProcFiles.statusNumber(Integer.toString(pid), "PPid") : 0;
    Program cause = parent > 1 && parent != self ? leader(parent, depth + 1) : null;
    long start = ProcFiles.startTicks(Integer.toString(pid)); // the process may end before a query
    return new Program(pid, start, losses * IMAGES_PER_LOSS, "", LinkKind.EXEC, cause);
  }

  private synchronized void follow(OperationSink sink) {
    for (PerfEvents.Event event : events.take()) {
      switch (event.kind()) {
        case FORKED -> forked(event);
        case EXECUTED -> executed(event);
        case ENDED -> ended(event.task());
        default -> discardState(sink);
      }
    }
    events.settle();
  }

  private void forked(PerfEvents.Event event) {
    ended(event.task());
    withoutLeader.remove(event.task());
    if (event.pid() == event.parent()) {
      threadBegan(event.pid(), event.task());
      return;
    }
    Task parent = tasks.get(event.parent());
    Program cause = parent == null ? fromProc(event.parent()) : parent.program;
    String name = cause == null ? "" : cause.shortName;
    long ticks = event.nanos() / TICK_NANOS;
    Program child = new Program(event.pid(), ticks, 0, name, LinkKind.FORK, cause);
    tasks.put(event.pid(), new Task(event.pid(), child));
  }

  /**
   * Stores new threads of known programs for a short time, so that /proc is not read for them. Most
   * threads never use the mount.
   */
  private void threadBegan(int pid, int id) {
    Task first = tasks.get(pid);
    Program program = first == null ? withoutLeader.get(pid) : first.program;
    if (program != null) {
      recent.set(id & (RECENT - 1), new Task(id, program));
    }
  }

  private @Nullable Program fromProc(int pid) {
    return pid == self || pid <= 0 ? null : leader(pid, 0);
  }

  private void executed(PerfEvents.Event event) {
    Task task = tasks.get(event.pid());
    Program old = task == null ? withoutLeader.remove(event.pid()) : task.program;
    if (old == null) {
      ended(event.pid());
      return; // looked up when needed
    }
    old.isObsolete = true;
    Program program =
        new Program(old.pid, old.startTicks, old.image + 1, event.name(), LinkKind.EXEC, old);
    if (task == null) {
      tasks.put(event.pid(), new Task(event.pid(), program));
    } else {
      task.program = program;
    }
  }

  private void ended(int id) {
    Task known = recent(id);
    if (known != null) {
      known.isObsolete = true;
    }
    Task task = tasks.remove(id);
    if (task != null) {
      task.isObsolete = true;
      if (task.program != null && task.program.pid == id) {
        end(task.program);
        withoutLeader.put(id, task.program);
      }
    }
  }

  /** Marks a program and its undeclared predecessors as ended. */
  private static void end(Program program) {
    program.isObsolete = true;
    for (Program old = program; old != null && old.pid == program.pid; old = old.cause) {
      old.hasEnded = true;
    }
  }

  /** Discards all state after lost events. */
  private void discardState(OperationSink sink) {
    tasks.values().forEach(task -> task.isObsolete = true);
    tasks.clear();
    for (int i = 0; i < RECENT; i++) {
      recent.set(i, null);
    }
    withoutLeader.clear();
    losses++;
    sink.gap(0, GapCause.EVENTS_LOST, 1, 0);
  }

  /** Reads events, so that the rings do not overflow. */
  @Override
  public void tick(OperationSink sink) {
    if (events.hasNews()) {
      follow(sink);
    }
  }

  @Override
  public synchronized void close() {
    events.close();
  }
}
