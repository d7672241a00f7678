// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.fuse.digest;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.model.encoding.PathBytes;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.fuse.mirror.Mirror;
import org.colophon.reporters.fuse.mirror.Node;
import org.colophon.reporters.fuse.mirror.OpenFile;
import org.colophon.reporters.fuse.scope.Scope;
import org.jspecify.annotations.Nullable;

/**
 * Attaches digests to files while their mount is in use. One idle thread reads the files of the
 * source. Any thread.
 *
 * <p>A version has no digest rather than a wrong one. The file must have its node and a recorded
 * name. Its state must be the recorded one before and after it is read. No change of its content
 * may have begun until the digest is attached.
 */
public final class MountDigests implements AutoCloseable {
  private static final Logger LOG = System.getLogger(MountDigests.class.getName());
  private static final int MAX_WAITING = 1 << 16;
  private static final long END_MILLIS = 10_000;
  private static final Bytes DOT = Bytes.of("/.");

  /** A recorded file. */
  public interface Recorded {
    /** Returns the id of the object in the sink. */
    long id();

    LastState state();

    /** Runs a report and publishes it in the order of the operations on the file. */
    long afterWaiting(OperationSink sink, Runnable report);
  }

  private final WantedDigests wanted;
  private final Path mount;
  private final Mirror mirror;
  private final Scope scope;
  private final FileHasher hasher;
  private final OperationSink sink;
  private final BackgroundThreads threads;
  private final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();
  private final Set<Recorded> waiting = ConcurrentHashMap.newKeySet();
  private final LongAdder refused = new LongAdder();
  private final LongAdder oversized = new LongAdder();
  private final Thread thread = new Thread(this::run, "colophon-digests");
  private volatile boolean isEnding;
  private volatile boolean hasEnded;

  /**
   * Starts the thread.
   *
   * @param wanted not NONE
   * @param mount for messages
   * @param sink belongs to the thread
   */
  public MountDigests(
      WantedDigests wanted,
      Path mount,
      Mirror mirror,
      Scope scope,
      FileHasher hasher,
      OperationSink sink,
      BackgroundThreads threads) {
    this.wanted = wanted;
    this.mount = mount;
    this.mirror = mirror;
    this.scope = scope;
    this.hasher = hasher;
    this.sink = sink;
    this.threads = threads;
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Called when the state of a file is attached at its opening.
   *
   * @param type the type of the record
   */
  public void opened(OpenFile opened, Recorded file, String type, FileState state) {
    boolean isInput =
        wanted == WantedDigests.ALL
            && !opened.isWritable()
            && state.size() <= WantedDigests.MAX_INPUT_BYTES;
    if (isInput || type.equals(FileState.TYPE)) {
      closed(opened.node(), file);
    }
  }

  /** Called when the state of a file is attached after its last writer has closed it. */
  public void closed(Node node, Recorded file) {
    if (file.id() != 0 && file.state().wantDigest()) {
      add(node, file);
    }
  }

  /** Called after attributes or names of a file were changed through the mirror. */
  public void statusChanged(@Nullable Node node) {
    if (node != null
        && node.note instanceof Recorded file
        && file.state().statusChanged(FileHasher.nowNanos())) {
      add(node, file);
    }
  }

  private void add(Node node, Recorded file) {
    if (hasEnded || waiting.size() >= MAX_WAITING) {
      refused.increment();
    } else if (waiting.add(file)) {
      queue.add(() -> digest(node, file));
    }
  }

  private void run() {
    try {
      while (!hasEnded) {
        threads.setUrgent(isEnding);
        queue.take().run();
      }
    } catch (InterruptedException e) {
      hasEnded = true; // the mount does not wait any longer
    } catch (RuntimeException e) {
      hasEnded = true;
      LOG.log(
          Level.WARNING, "files below {0} get no digests from now on: {1}", mount, e.getMessage());
    }
  }

  private void digest(Node node, Recorded file) {
    waiting.remove(file);
    if (!OperationSink.isFiltered(file.id()) && mirror.nodes.hold(node)) {
      try {
        digestHeld(node, file);
      } finally {
        mirror.nodes.release(node);
      }
    }
  }

  /** Digests a written file after the unmount, if Linux has not told that it was closed. */
  private void digestUnclosed(Node node) {
    if (node.note instanceof Recorded file && file.state().isUnclosed()) {
      FileState last = state(node);
      if (last != null) {
        file.state().attached(last);
        file.afterWaiting(sink, () -> sink.extend(0, file.id(), FileState.TYPE, last.bytes(), 0));
        digest(node, file);
      }
    }
  }

  private @Nullable FileState state(Node node) {
    Path path = behind(node);
    return path == null ? null : FileHasher.state(path);
  }

  /** Digests a file whose node stays the one of its inode. */
  private void digestHeld(Node node, Recorded file) {
    Path path = behind(node);
    FileState state = state(node);
    int version = state == null ? LastState.UNKNOWN : file.state().versionOf(state);
    if (path == null || state == null || version == LastState.UNKNOWN) {
      return; // gone, not recorded at its name, or changed
    }
    if (state.size() > WantedDigests.MAX_OUTPUT_BYTES) {
      oversized.increment();
      return;
    }
    FileDigest digest = hasher.digest(path, state, state.changedNanos());
    if (digest != null && !Thread.currentThread().isInterrupted()) {
      attach(file, version, digest);
    }
  }

  /** Attaches a digest. The thread is urgent, because a program may wait for its lock. */
  private void attach(Recorded file, int version, FileDigest digest) {
    threads.setUrgent(true);
    file.afterWaiting(
        sink,
        () -> {
          if (file.state().digested(version)) {
            FileHasher.attach(sink, file.id(), digest, 0);
          }
        });
  }

  /** Returns the path of a file in the source; null if no name of it is recorded. */
  private @Nullable Path behind(Node node) {
    Bytes path = node.path();
    return path == null || !scope.hasPath(path)
        ? null
        : PathBytes.path(Bytes.of(mirror.root().openable()).concat(DOT).concat(path));
  }

  /** Waits for outstanding digests after the unmount, but not longer than a limit. */
  @Override
  public void close() {
    close(END_MILLIS);
  }

  void close(long millis) {
    isEnding = true;
    queue.add(() -> mirror.nodes.eachBelow(mirror.root(), this::digestUnclosed));
    queue.add(() -> hasEnded = true);
    threads.raisePriority(thread);
    try {
      thread.join(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int begun = thread.isAlive() ? 1 : 0;
    thread.interrupt();
    report(refused.sum() + waiting.size() + begun);
  }

  private void report(long missing) {
    if (missing > 0) {
      LOG.log(
          Level.WARNING,
          "{0} files below {1} have no digest, because the mount ended first; to attach them, read the"
              + " files in a mount with digests=all",
          missing,
          mount);
    }
    if (oversized.sum() > 0) {
      LOG.log(
          Level.INFO,
          "{0} files below {1} have no digest: they are larger than {2} bytes",
          oversized.sum(),
          mount,
          WantedDigests.MAX_OUTPUT_BYTES);
    }
  }
}
