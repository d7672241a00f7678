package org.colophon.reporters.fuse.record;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileMirror;
import org.colophon.core.spi.reporter.Neighbours;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.fuse.inspect.ContentWatch;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.process.Program;
import org.colophon.reporters.fuse.process.ProgramTable;
import org.colophon.reporters.fuse.process.SharedPrograms;

/** What the recorders of all threads share. */
public final class Provenance {
  final Objects objects;
  final Names names;
  final SharedPrograms programs;
  final Neighbours neighbours;
  final Scope scope;
  final Losses losses;
  final Ordering ordering;

  /** Whether accesses that only go on are reported one by one, too. */
  final boolean reportsAll;

  final String host;
  private final ReporterContext context;
  private final ContentWatch contents;
  private final Queue<Activity> waiting = new ConcurrentLinkedQueue<>();

  /**
   * For one mount.
   *
   * @param source the folder below, as an absolute path
   * @param mount where it is seen
   * @param losses told what could not be recorded
   * @param contents told of changes to content; null if no inspector wants to know
   */
  public Provenance(
      ReporterContext context,
      ProgramTable programs,
      Scope scope,
      Ordering ordering,
      boolean reportsAll,
      Bytes source,
      Bytes mount,
      ContentWatch contents,
      Losses losses) {
    this.context = context;
    this.losses = losses;
    this.contents = contents;
    this.neighbours = context.neighbours();
    this.programs = new SharedPrograms(programs, neighbours);
    this.scope = scope;
    this.ordering = ordering;
    this.reportsAll = reportsAll;
    this.host = context.hostId();
    this.names = new Names(scope, source, mount);
    this.objects = new Objects(scope, host, names, losses);
  }

  /** What a program does. */
  Activity activity(Program program) {
    Object note = program.note;
    if (note == null) {
      synchronized (program) {
        note = program.note == null ? new Activity(program, this) : program.note;
        program.note = note;
      }
    }
    return (Activity) note;
  }

  /** An activity has something that waits. */
  void list(Activity activity) {
    waiting.add(activity);
  }

  /** Publishes what has waited long enough; called some times a second. */
  public void tick(OperationSink sink) {
    if (losses.isOver()) {
      return;
    }
    try {
      publish(sink);
    } catch (RuntimeException e) {
      failed(e);
    }
  }

  private void publish(OperationSink sink) {
    programs.tick(sink);
    for (Activity next = waiting.poll(); next != null; next = waiting.poll()) {
      next.publishIdle(sink);
    }
    losses.settle(sink);
    sink.flush();
  }

  /** Where each write waits to be recorded, none is made unrecorded. */
  private void failed(RuntimeException cause) {
    if (ordering == Ordering.STRICT) {
      throw cause;
    }
    losses.failed(cause);
  }

  /**
   * What this mirror is to the other reporters of the kernel.
   *
   * @param behind a path to the folder below that does not lead through the mount
   */
  public FileMirror mirror(Bytes mount, Bytes behind) {
    return new Shown(this, mount, behind);
  }

  /** An observer for the calling thread. */
  public MirrorObserver newObserver() {
    Recorder recorder = new Recorder(this, context.newSink());
    MirrorObserver whole = contents == null ? recorder : new Watching(recorder, contents);
    return ordering == Ordering.STRICT ? whole : new Enduring(whole, losses);
  }
}
