package org.colophon.core.spi.reporter;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.colophon.core.model.Bytes;

/**
 * Where reporters of one kernel find each other that see the same processes at work, so that what
 * both see is told once, of one process and one object, and in the order in which it happened. Any
 * thread.
 *
 * <p>A {@link ProcessTracer} knows best who a process is, a {@link FileMirror} which file is meant
 * below its folder. A mirror asks before it reports; a tracer leaves to the mirror what the mirror
 * says it has reported.
 */
public final class ReporterCoordination {
  private final List<ProcessTracer> tracers = new CopyOnWriteArrayList<>();
  private final List<FileMirror> mirrors = new CopyOnWriteArrayList<>();

  /** The tracer is at work from now on. */
  public void join(ProcessTracer tracer) {
    tracers.add(tracer);
  }

  /** The tracer is no longer at work. */
  public void leave(ProcessTracer tracer) {
    tracers.remove(tracer);
  }

  /** The mirror is at work from now on. */
  public void join(FileMirror mirror) {
    mirrors.add(mirror);
  }

  /** The mirror is no longer at work. */
  public void leave(FileMirror mirror) {
    mirrors.remove(mirror);
  }

  /** Whether any tracer is at work. */
  public boolean hasTracers() {
    return !tracers.isEmpty();
  }

  /** Whether processes that ran before may come to be traced. */
  public boolean takesStrangers() {
    for (ProcessTracer tracer : tracers) {
      if (tracer.takesStrangers()) {
        return true;
      }
    }
    return false;
  }

  /** Who traces a thread that waits for an answer right now; null if nobody does. */
  public ProcessTracer tracerOf(int task) {
    for (ProcessTracer tracer : tracers) {
      if (tracer.traces(task)) {
        return tracer;
      }
    }
    return null;
  }

  /** Lets every tracer report what has happened so far. */
  public void catchUp() {
    for (ProcessTracer tracer : tracers) {
      tracer.catchUp();
    }
  }

  /** The mirror that shows what is at a path; null if none does. */
  public FileMirror mirrorOf(Bytes path) {
    for (FileMirror mirror : mirrors) {
      if (path.isAtOrBelow(mirror.mount())) {
        return mirror;
      }
    }
    return null;
  }

  /**
   * The process that a mirror knows under a pid now, 0 if none does.
   *
   * @param sink the caller's, in case it is declared only now
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
