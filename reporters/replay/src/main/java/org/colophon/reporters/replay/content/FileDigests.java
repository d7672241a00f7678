// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.replay.content;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.agrona.collections.LongHashSet;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.encoding.FileDigest;
import org.colophon.core.model.encoding.FileState;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.core.threads.BackgroundThreads;
import org.colophon.reporters.common.content.DigestCache;
import org.colophon.reporters.common.content.FileHasher;
import org.colophon.reporters.common.content.WantedDigests;
import org.colophon.reporters.common.inside.NativeBuild;
import org.colophon.reporters.replay.state.HostProbe;
import org.jspecify.annotations.Nullable;

/**
 * Attaches digests to files at the end of a trace: to outputs, which were written in the trace, and
 * to inputs, which were only used and are below the working directory of the command.
 *
 * <p>A version has no digest rather than a wrong one. The file must be regular, have its path, and
 * not be filtered. Its device, inode, size and times must be equal before and after it is read. In
 * addition:
 *
 * <ul>
 *   <li>An output must have changed since the trace began, and not after its last recorded change
 *       plus a tick of the clock.
 *   <li>An input must have the state of its first use, and must be older than the trace.
 * </ul>
 *
 * <p>The thread of the trace hashes, and idle threads help it. The traced command has ended by
 * then.
 */
public final class FileDigests {
  private static final Logger LOG = System.getLogger(FileDigests.class.getName());

  private static final int MAX_INPUTS = 1 << 16;
  private static final Bytes SLASH = Bytes.of("/");

  /**
   * Returns the digests of a trace.
   *
   * @param times the sink that receives all operations of the trace
   */
  public static FileDigests of(
      WantedDigests wanted,
      ChangeTimes times,
      HostProbe probe,
      BackgroundThreads threads,
      Bytes directory) {
    DigestCache cache = new DigestCache(NativeBuild.cacheDirectory());
    return new FileDigests(
        wanted, new Parts(probe, times, FileHasher.withVerity(), cache, threads), directory);
  }

  /**
   * The parts that digests need.
   *
   * @param times the sink that receives all operations of the trace
   * @param threads sets the priority of threads that help
   */
  record Parts(
      HostProbe probe,
      ChangeTimes times,
      FileHasher hasher,
      DigestCache cache,
      BackgroundThreads threads) {}

  /** An input at its first use. */
  private record Input(long object, FileState state) {}

  /** A file to hash. */
  private record Candidate(Path file, long object, FileState state, long knownSinceNanos) {}

  private final Parts parts;
  private final boolean hasInputs;
  private final Bytes inputsBelow;
  private final Map<Bytes, Input> inputs = new TreeMap<>();
  private final LongHashSet taken = new LongHashSet(0);
  private int oversized;

  /**
   * Constructs digests of a trace.
   *
   * @param directory the working directory of the command; the root directory has no inputs
   */
  FileDigests(WantedDigests wanted, Parts parts, Bytes directory) {
    this.parts = parts;
    this.hasInputs = wanted == WantedDigests.ALL;
    this.inputsBelow = hasInputs && directory.length() > 1 ? directory.concat(SLASH) : Bytes.EMPTY;
  }

  /** Called when a file that is older than the trace is used for the first time. */
  void seen(Bytes path, long object, FileState state) {
    if (!inputsBelow.isEmpty()
        && path.startsWith(inputsBelow)
        && state.size() <= WantedDigests.MAX_INPUT_BYTES
        && inputs.size() < MAX_INPUTS) {
      inputs.put(path, new Input(object, state));
    }
  }

  /** Returns the digest of a file that has a state; null if it is not wanted, or not certain. */
  @Nullable FileDigest now(Bytes path, long object, FileState state) {
    boolean isWanted = hasInputs && state.size() <= WantedDigests.MAX_INPUT_BYTES;
    Path file = isWanted ? file(path, object) : null;
    return file == null ? null : parts.hasher().digest(file, state);
  }

  /**
   * Attaches the digests.
   *
   * @param written objects of files that were opened for writing, by path
   * @param oldNanos the time before which a file is older than the trace
   */
  void finish(Map<Bytes, Long> written, long oldNanos, long nowNanos) {
    List<Candidate> candidates = new ArrayList<>();
    written.forEach((path, object) -> addOutput(candidates, path, object, oldNanos));
    inputs.forEach((path, input) -> addInput(candidates, path, input, oldNanos));
    Map<FileState, FileDigest> digests = digestsOf(candidates);
    for (Candidate each : candidates) {
      FileDigest digest = digests.get(each.state());
      if (digest != null) {
        attach(each.object(), digest, nowNanos);
      }
    }
    if (oversized > 0) {
      LOG.log(
          Level.INFO,
          "{0} written files have no digest: they are larger than {1} bytes",
          oversized,
          WantedDigests.MAX_OUTPUT_BYTES);
    }
  }

  private void addOutput(List<Candidate> candidates, Bytes path, long object, long oldNanos) {
    long changedNanos = parts.times().lastNanos(object);
    Path file = changedNanos == ChangeTimes.NEVER ? null : file(path, object);
    FileState state = file == null ? null : FileHasher.state(file);
    if (file == null
        || state == null
        || state.changedNanos() < oldNanos
        || state.changedNanos() > changedNanos + FileHasher.CLOCK_TICK_NANOS) {
      return; // not written, gone, another file, or changed by somebody else
    }
    if (state.size() > WantedDigests.MAX_OUTPUT_BYTES) {
      oversized++;
    } else {
      add(candidates, new Candidate(file, object, state, state.changedNanos()));
    }
  }

  private void addInput(List<Candidate> candidates, Bytes path, Input input, long oldNanos) {
    boolean isChanged = parts.times().lastNanos(input.object()) != ChangeTimes.NEVER;
    Path file = isChanged ? null : file(path, input.object());
    if (file != null && input.state().equals(FileHasher.state(file))) {
      add(candidates, new Candidate(file, input.object(), input.state(), oldNanos));
    }
  }

  private void add(List<Candidate> candidates, Candidate candidate) {
    if (taken.add(candidate.object())) {
      candidates.add(candidate);
    }
  }

  /**
   * Returns the file, unless it is filtered, has lost its path, or may still be written; else null.
   */
  private @Nullable Path file(Bytes path, long object) {
    boolean isUsable =
        !OperationSink.isFiltered(object)
            && parts.times().isBound(path, object)
            && !parts.times().isUnsettled(object);
    return isUsable ? parts.probe().file(path) : null;
  }

  private Map<FileState, FileDigest> digestsOf(List<Candidate> candidates) {
    Map<FileState, FileDigest> digests =
        new HashMap<>(
            parts
                .cache()
                .find(candidates.stream().map(Candidate::state).collect(Collectors.toSet())));
    List<Candidate> left =
        candidates.stream().filter(each -> !digests.containsKey(each.state())).toList();
    FileDigest[] computed = hash(left);
    Map<FileState, FileDigest> fresh = new HashMap<>();
    for (int i = 0; i < computed.length; i++) {
      if (computed[i] != null) {
        fresh.put(left.get(i).state(), computed[i]);
      }
    }
    parts.cache().add(fresh);
    digests.putAll(fresh);
    return digests;
  }

  private FileDigest[] hash(List<Candidate> files) {
    FileDigest[] digests = new FileDigest[files.size()];
    AtomicInteger next = new AtomicInteger();
    Runnable work =
        () -> {
          for (int i = next.getAndIncrement(); i < digests.length; i = next.getAndIncrement()) {
            Candidate each = files.get(i);
            digests[i] = parts.hasher().digest(each.file(), each.state(), each.knownSinceNanos());
          }
        };
    List<Thread> helpers = new ArrayList<>();
    int count = Math.min(files.size(), Runtime.getRuntime().availableProcessors()) - 1;
    for (int i = 0; i < count; i++) {
      helpers.add(helper(work));
    }
    work.run();
    for (Thread each : helpers) {
      parts.threads().raisePriority(each);
      join(each, next, digests.length);
    }
    return digests;
  }

  private Thread helper(Runnable work) {
    Thread helper =
        new Thread(
            () -> {
              parts.threads().setUrgent(false);
              work.run();
            },
            "colophon-digests");
    helper.setDaemon(true);
    helper.start();
    return helper;
  }

  /** Waits for a thread. An interrupt ends it after its present file. */
  private static void join(Thread helper, AtomicInteger next, int end) {
    boolean isInterrupted = false;
    while (helper.isAlive()) {
      try {
        helper.join();
      } catch (InterruptedException e) {
        isInterrupted = true;
        next.set(end);
        helper.interrupt();
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  void attach(long object, FileDigest digest, long nowNanos) {
    FileHasher.attach(parts.times(), object, digest, nowNanos);
  }
}
