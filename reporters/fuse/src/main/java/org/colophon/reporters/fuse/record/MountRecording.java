// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.record;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.reporter.FileMirror;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.core.spi.reporter.ReporterCoordination;
import org.colophon.reporters.fuse.digest.MountDigests;
import org.colophon.reporters.fuse.inspect.ContentWatch;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.process.Program;
import org.colophon.reporters.fuse.process.ProgramTable;
import org.colophon.reporters.fuse.process.SharedPrograms;
import org.colophon.reporters.fuse.scope.Scope;
import org.jspecify.annotations.Nullable;

/** State shared by the recorders of all threads. */
public final class MountRecording {
  final NodeObjects objects;
  final RecordedNames names;
  final SharedPrograms programs;
  final ReporterCoordination neighbours;
  final Scope scope;
  final RecordingLosses losses;
  final Ordering ordering;

  /** True if each repeated access is reported separately. */
  final boolean reportsAll;

  final String host;
  private final ReporterContext context;
  private final @Nullable ContentWatch contents;
  private @Nullable MountDigests digests;
  private boolean recordsRanges;
  private final AtomicLong lastNameLsn = new AtomicLong();
  private final Queue<Activity> waiting = new ConcurrentLinkedQueue<>();

  /**
   * Creates the state of one mount.
   *
   * @param source the source directory, absolute
   * @param mount the mount point
   * @param losses counts unrecorded operations
   * @param contents receives changes of content; null without inspectors
   */
  public MountRecording(
      ReporterContext context,
      ProgramTable programs,
      Scope scope,
      Ordering ordering,
      boolean reportsAll,
      Bytes source,
      Bytes mount,
      @Nullable ContentWatch contents,
      RecordingLosses losses) {
    this.context = context;
    this.losses = losses;
    this.contents = contents;
    this.neighbours = context.neighbours();
    this.programs = new SharedPrograms(programs, neighbours);
    this.scope = scope;
    this.ordering = ordering;
    this.reportsAll = reportsAll;
    this.host = context.hostId();
    this.names = new RecordedNames(scope, source, mount);
    this.objects = new NodeObjects(scope, host, names, losses);
  }

  /** Sets the digests to attach. Call it before {@link #newObserver}. */
  public void setDigests(@Nullable MountDigests given) {
    digests = given;
  }

  /** Sets whether the written ranges are recorded. Call it before {@link #newObserver}. */
  public void setRanges(boolean areRecorded) {
    recordsRanges = areRecorded;
  }

  boolean recordsRanges() {
    return recordsRanges && !losses.hasEnded();
  }

  /** Does something with the digests to attach, if any are wanted. */
  void digests(Consumer<MountDigests> use) {
    if (digests != null) {
      use.accept(digests);
    }
  }

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

  /** Notes that the name changes up to an LSN are published. */
  void namesChanged(long lsn) {
    lastNameLsn.accumulateAndGet(lsn, Math::max);
  }

  /** Returns the LSN of the last published name change below the mount; 0 if there was none. */
  long lastNameLsn() {
    return lastNameLsn.get();
  }

  /** Registers an activity with waiting accesses. */
  void list(Activity activity) {
    waiting.add(activity);
  }

  /** Publishes accesses that have waited for a time limit. Called periodically. */
  public void tick(OperationSink sink) {
    if (losses.hasEnded()) {
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

  /**
   * Returns whether the tracer of a file's user sees all accesses to it that this recording needs.
   * Writes must be seen before they are done if they have to be durable first, or if the content
   * before them is inspected.
   */
  boolean mayPass(OpenFile file) {
    boolean needsWrites = ordering != Ordering.ASYNC || contents != null;
    return !reportsAll && !(file.isWritable() && needsWrites);
  }

  /**
   * Handles a failure to record. With strict ordering, throws it, because every write must be
   * recorded.
   */
  private void failed(RuntimeException cause) {
    if (ordering == Ordering.STRICT) {
      throw cause;
    }
    losses.failed(cause);
  }

  /**
   * Returns the view of this mirror for other reporters.
   *
   * @param behind a path to the source that bypasses the mount
   */
  public FileMirror mirror(Bytes mount, Bytes behind) {
    return new MirrorView(this, mount, behind);
  }

  /** Creates an observer for the calling thread. */
  public MirrorObserver newObserver() {
    OperationSink sink = context.newSink();
    MirrorObserver recorder =
        contents == null
            ? new Recorder(this, sink)
            : new ContentWatchingObserver(this, sink, contents);
    return ordering == Ordering.STRICT ? recorder : new FailSafeObserver(recorder, losses);
  }

  /** View of a mirror for other reporters. */
  private record MirrorView(MountRecording provenance, Bytes mount, Bytes root)
      implements FileMirror {
    @Override
    public boolean reports(Bytes path) {
      return provenance.scope.hasPath(below(path));
    }

    /**
     * Returns a path to a file that bypasses the mount. A dot after a directory's link in /proc
     * resolves the link.
     */
    @Override
    public Bytes behind(Bytes path) {
      return root.concat(Bytes.of("/.")).concat(below(path));
    }

    private Bytes below(Bytes path) {
      return path.slice(mount.length(), path.length());
    }

    @Override
    public long processOf(int pid, OperationSink sink) {
      return provenance.programs.processOf(pid, sink);
    }
  }
}
