// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.inspect.InspectionConfig;
import org.colophon.core.inspect.SinkOutput;
import org.colophon.core.inspect.watch.PreImageConfig;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.FileMirror;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.spi.reporter.Reporter;
import org.colophon.core.spi.reporter.ReporterContext;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.common.os.Os;
import org.colophon.reporters.fuse.digest.MountDigests;
import org.colophon.reporters.fuse.inspect.BlockCloner;
import org.colophon.reporters.fuse.inspect.ContentWatch;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.MirrorObserver;
import org.colophon.reporters.fuse.mount.Mounter;
import org.colophon.reporters.fuse.process.ProgramTable;
import org.colophon.reporters.fuse.process.ProgramTables;
import org.colophon.reporters.fuse.record.MountRecording;
import org.colophon.reporters.fuse.record.Ordering;
import org.colophon.reporters.fuse.record.RecordingLosses;
import org.colophon.reporters.fuse.scope.Scope;
import org.colophon.reporters.fuse.transport.Serving;
import org.jspecify.annotations.Nullable;

/**
 * Mounts a mirror of a directory and reports accesses to it. Runs until it is stopped, until the
 * directory is unmounted, or, with {@code strict}, until recording fails. Unmounts at its end.
 */
public final class FuseReporter implements Reporter {
  private static final Logger LOG = System.getLogger(FuseReporter.class.getName());
  private static final long TIMEOUT_MILLIS = 2_000;

  private static final long TICK_MILLIS = 100;

  /** Each cached inode and each open file needs a descriptor. */
  private static final long MAX_FILES = 1 << 20;

  private final FuseOptions options;
  private final Supplier<Os> system;
  private final FileHasher hasher;
  private final CountDownLatch end = new CountDownLatch(1);
  private final CountDownLatch mounted = new CountDownLatch(1);
  private volatile @Nullable Serving served;
  private volatile @Nullable Mirror mirrored;
  private volatile @Nullable ContentWatch watched;
  private volatile @Nullable RecordingLosses recordingLosses;
  private volatile @Nullable UserTracer tracer;

  FuseReporter(FuseOptions options) {
    this(options, Os::load, FileHasher.withVerity());
  }

  private FuseReporter(FuseOptions options, Supplier<Os> system, FileHasher hasher) {
    this.options = options;
    this.system = system;
    this.hasher = hasher;
  }

  /** Returns this reporter with another C library and hasher, for tests. */
  FuseReporter on(Supplier<Os> other, FileHasher otherHasher) {
    return new FuseReporter(options, other, otherHasher);
  }

  @Override
  public void stop() {
    end.countDown();
  }

  /** Returns false with {@code strict}, because the reporter then unmounts when recording fails. */
  @Override
  public boolean keepsServingAfterFailure() {
    return options.ordering() != Ordering.STRICT;
  }

  @Override
  public Map<String, Long> counters() {
    Map<String, Long> now = new TreeMap<>();
    Serving session = served;
    if (session != null) {
      now.putAll(session.counts());
    }
    Mirror mirror = mirrored;
    if (mirror != null) {
      now.put("filesKnown", (long) mirror.nodes.size());
      now.put("filesOpen", (long) mirror.openFiles());
      now.put("filesPassed", mirror.passedOpenings());
    }
    RecordingLosses losses = recordingLosses;
    if (losses != null) {
      now.put("unrecorded", losses.count());
      UserTracer users = tracer;
      now.put("tracesPrograms", users != null && users.isRunning() ? 1L : 0L);
    }
    ContentWatch contents = watched;
    if (contents != null) {
      now.putAll(contents.counts().byName());
      now.putAll(contents.kept().byName());
    }
    return now;
  }

  /** Waits until the mirror is mounted or has failed. */
  public void awaitMounted() throws InterruptedException {
    mounted.await();
  }

  @Override
  public void run(ReporterContext context) {
    try {
      serve(context);
    } finally {
      mounted.countDown();
    }
  }

  private void serve(ReporterContext context) {
    options.transport().check();
    Os os = system.get();
    long files = os.allowFiles(MAX_FILES);
    Mounter mounter = new Mounter(os, PathBytes.of(MountPaths.resolved(options.mount())));
    if (mounter.cleanDead()) {
      LOG.log(Level.WARNING, "unmounted {0}, whose process had died", options.mount());
    }
    mounter.rejectSecond();
    MountPaths place = MountPaths.of(options.source(), options.mount());
    if (options.recording()) {
      place.rejectMirrors();
    }
    place.rejectOwnFiles();
    Mirror mirror = Mirror.open(os, PathBytes.of(place.source()).toArray());
    try (Running running = new Running(os, place, mirror)) {
      int known = options.maxKnown();
      mirrored = mirror;
      mirror.nodes.setLimit(known == 0 ? (int) files / 2 : known);
      if (options.recording()) {
        record(context, running);
      } else {
        running.serve(() -> MirrorObserver.NONE);
      }
    }
  }

  private void record(ReporterContext context, Running running) {
    Scope scope = new Scope(options.include(), options.exclude(), options.users());
    Bytes mount = PathBytes.of(running.place.mount());
    RecordingLosses losses = new RecordingLosses(mount);
    recordingLosses = losses;
    try (ContentWatch contents = contents(context, running);
        MountDigests digests = digests(context, running, scope)) {
      ProgramTable programs =
          ProgramTables.table(running.os, context.hostId(), context.bootId(), options.ancestors());
      running.programs = programs;
      MountRecording provenance =
          new MountRecording(
              context,
              programs,
              scope,
              options.ordering(),
              options.every(),
              PathBytes.of(running.place.source()),
              mount,
              contents,
              losses);
      provenance.setDigests(digests);
      provenance.setRanges(options.ranges());
      running.mirror.content.setFindsAppends(options.ranges());
      running.contents = contents;
      watched = contents;
      OperationSink sink = context.newSink();
      running.tick = () -> provenance.tick(sink);
      Bytes behind = Bytes.of(running.mirror.root().openable());
      FileMirror view = provenance.mirror(mount, behind);
      context.neighbours().join(view);
      try (UserTracer users = tracer(running.place.mount(), context)) {
        tracer = users;
        running.serve(provenance::newObserver);
      } finally {
        context.neighbours().leave(view);
      }
      provenance.tick(sink);
      losses.end(sink);
    }
  }

  /** Starts to attach digests; null if none are wanted. */
  private @Nullable MountDigests digests(ReporterContext context, Running running, Scope scope) {
    return options.digests() == WantedDigests.NONE
        ? null
        : new MountDigests(
            options.digests(),
            running.place.mount(),
            running.mirror,
            scope,
            hasher,
            context.newSink(),
            context.backgroundThreads());
  }

  /** Starts to trace the users of the mount; null if they are not traced. */
  private @Nullable UserTracer tracer(Path mount, ReporterContext context) {
    try {
      return options.wantsTrace() ? UserTracer.start(mount, context) : null;
    } catch (ColophonException e) {
      if (options.tracing() == Tracing.YES) {
        throw e;
      }
      LOG.log(
          Level.WARNING,
          "{0} does not trace its programs, which may read elsewhere: {1}",
          mount,
          e.getMessage());
      return null;
    }
  }

  /** Creates the watch of changed content; null without inspectors. */
  private @Nullable ContentWatch contents(ReporterContext context, Running running) {
    if (options.inspectors().isEmpty()) {
      return null;
    }
    MountPaths place = running.place;
    Path scratch = context.scratch();
    Path before = options.contents() == null ? scratch.resolve("before") : options.contents();
    place.rejectBelow("scratch", scratch);
    place.rejectBelow("before", before);
    return new ContentWatch(
        PathBytes.of(place.mount()),
        running.mirror.nodes,
        InspectionConfig.of(options.inspectors(), scratch, context.backgroundThreads()),
        PreImageConfig.in(before),
        new BlockCloner(running.os),
        () -> new SinkOutput(context.newSink()));
  }

  /** A mount with its threads and files, from mounting to unmounting. */
  private final class Running implements AutoCloseable {
    private final Os os;
    private final MountPaths place;
    private final Mirror mirror;
    private final Mounter mounter;
    private Runnable tick = () -> {};
    private @Nullable ContentWatch contents;
    private @Nullable ProgramTable programs;
    private @Nullable Serving session;

    Running(Os os, MountPaths place, Mirror mirror) {
      this.os = os;
      this.place = place;
      this.mirror = mirror;
      this.mounter = new Mounter(os, PathBytes.of(place.mount()));
    }

    void serve(Supplier<MirrorObserver> observers) {
      Mounter.Options how =
          new Mounter.Options(
              PathBytes.of(place.source()),
              mirror.root().type(),
              options.readOnly(),
              options.allowOther());
      int fd = mounter.mount(how);
      try {
        session =
            options.transport().serve(os, fd, mirror, options.session(), observers, end::countDown);
        served = session;
        mounted.countDown();
        LOG.log(Level.INFO, "{0} mirrors {1}", place.mount(), place.source());
        awaitEnd();
      } finally {
        unmount();
      }
      rethrow(session.failure());
    }

    private void awaitEnd() {
      try {
        while (!end.await(TICK_MILLIS, TimeUnit.MILLISECONDS)) {
          tick.run();
          if (contents != null) {
            contents.tick();
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // ends as after a stop
      }
    }

    private void unmount() {
      if (session == null) {
        unmountUnserved();
        return;
      }
      if (session.isEnding()) {
        session.await(TIMEOUT_MILLIS);
      }
      if (!session.isServing()) {
        mounter.cleanDead(); // after a failure; leaves mounts of other programs
        return;
      }
      if (!mounter.isOnTop()) {
        LOG.log(
            Level.WARNING,
            "another mount covers {0} or has replaced it; that mount remains, and the mirror ends",
            place.mount());
        session.stop();
        return;
      }
      if (mounter.unmount(false)) {
        session.await(TIMEOUT_MILLIS);
        return;
      }
      LOG.log(
          Level.WARNING, "{0} is unmounted while programs use it; they lose access", place.mount());
      MountHandle departure = MountHandle.of(os, place.mount());
      mounter.unmount(true);
      session.stop();
      departure.wakeThreads(session, TIMEOUT_MILLIS);
      departure.close();
    }

    private void unmountUnserved() {
      if (mounter.isOnTop()) {
        mounter.unmount(true);
      }
    }

    /**
     * Closes descriptors once the serving threads have ended. Closing earlier would let a blocked
     * thread use a reassigned descriptor.
     */
    @Override
    public void close() {
      Serving serving = session;
      if (serving == null || !serving.isServing()) {
        closeFiles();
        return;
      }
      LOG.log(
          Level.WARNING,
          "an operation on {0} has not ended; its descriptors stay open until then",
          place.mount());
      Thread closing = new Thread(() -> closeWhenEnded(serving), "colophon-fuse-closing");
      closing.setDaemon(true);
      closing.start();
    }

    private void closeWhenEnded(Serving serving) {
      boolean hasEnded = false;
      while (!hasEnded) {
        hasEnded = serving.await(TIMEOUT_MILLIS);
      }
      closeFiles();
    }

    private void closeFiles() {
      if (programs != null) {
        programs.close();
      }
      mirror.close();
    }

    private void rethrow(@Nullable Throwable cause) {
      if (cause instanceof ColophonException known) {
        throw known;
      }
      if (cause != null) {
        throw ErrorCode.KERNEL_FAILED.exception(
            "serving " + place.mount() + " failed: " + cause, cause);
      }
    }
  }
}
