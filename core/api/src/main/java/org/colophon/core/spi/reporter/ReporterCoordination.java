// SPDX-License-Identifier: Apache-2.0
package org.colophon.core.spi.reporter;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.model.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Coordinates reporters of one kernel that see the same processes. An event that both see is then
 * reported once, for one process and one object, and in its original order. Any thread.
 *
 * <p>A {@link ProcessTracer} has the best identities of processes. A {@link FileMirror} has the
 * best identities of the files below its directory. A mirror asks the tracer before it reports. A
 * tracer skips the events that the mirror marks as reported.
 */
public final class ReporterCoordination {
  private final List<ProcessTracer> tracers = new CopyOnWriteArrayList<>();
  private final List<FileMirror> mirrors = new CopyOnWriteArrayList<>();

  /** Adds a tracer that now runs. */
  public void join(ProcessTracer tracer) {
    tracers.add(tracer);
  }

  /** Removes a tracer that no longer runs. */
  public void leave(ProcessTracer tracer) {
    tracers.remove(tracer);
  }

  /** Adds a mirror that now runs. */
  public void join(FileMirror mirror) {
    mirrors.add(mirror);
  }

  /** Removes a mirror that no longer runs. */
  public void leave(FileMirror mirror) {
    mirrors.remove(mirror);
  }

  /** Returns true if any tracer runs. */
  public boolean hasTracers() {
    return !tracers.isEmpty();
  }

  /** Returns true if processes that are running already may be traced later. */
  public boolean takesStrangers() {
    for (ProcessTracer tracer : tracers) {
      if (tracer.takesStrangers()) {
        return true;
      }
    }
    return false;
  }

  /** Returns true if a tracer follows the processes that use a mirror. */
  public boolean followsUsers() {
    return tracers.stream().anyMatch(ProcessTracer::followsUsers);
  }

  /**
   * Returns the tracer of a thread that is waiting for the caller's answer, or null. If no tracer
   * traces the thread, the first tracer that can follow it begins to do so.
   */
  public @Nullable ProcessTracer tracerOf(int task) {
    ProcessTracer known = otherTracerOf(task, null);
    if (known != null) {
      return known;
    }
    for (ProcessTracer tracer : tracers) {
      if (tracer.followsUsers() && tracer.follow(task)) {
        return tracer;
      }
    }
    return null;
  }

  /** Returns the tracer, other than the given one, that traces a thread already, or null. */
  public @Nullable ProcessTracer otherTracerOf(int task, @Nullable ProcessTracer except) {
    for (ProcessTracer tracer : tracers) {
      if (tracer != except && tracer.traces(task)) {
        return tracer;
      }
    }
    return null;
  }

  /** Makes every tracer report all earlier events. */
  public void catchUp() {
    for (ProcessTracer tracer : tracers) {
      tracer.catchUp();
    }
  }

  /** Returns the mirror that shows a path, or null. */
  public @Nullable FileMirror mirrorOf(Bytes path) {
    for (FileMirror mirror : mirrors) {
      if (path.isAtOrBelow(mirror.mount())) {
        return mirror;
      }
    }
    return null;
  }

  /**
   * Returns the process that a mirror knows under a pid now, or 0.
   *
   * @param sink the caller's sink, which declares the process if that has not happened yet
   */
  public long processOf(int pid, OperationSink sink) {
    for (FileMirror mirror : mirrors) {
      long process = mirror.processOf(pid, sink);
      if (process != 0) {
        return process;
      }
    }
    return 0;
  }
}
