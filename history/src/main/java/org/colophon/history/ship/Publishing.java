// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.ship;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedFormat;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.feed.JournalFeeds;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogWriter;
import org.colophon.history.certified.log.LogHead;
import org.colophon.history.copy.HistoryCopy;
import org.colophon.history.copy.Measure;
import org.colophon.history.copy.RetryingThread;
import org.colophon.history.copy.SharedLogSpec;
import org.jspecify.annotations.Nullable;

/**
 * Thread that ships the journal to a shared log. Frames are on disk before they are shipped. After
 * a failure, all frames after the last acknowledged one are sent again. So the log may contain a
 * frame twice, with later frames in between.
 */
public final class Publishing implements HistoryCopy {
  /**
   * Pause before the next frames are read. A host commits up to some thousand times a second, and
   * each request to a log costs as much as many frames.
   */
  private static final long POLL_MILLIS = 100;

  private static final long WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long REPEAT_NANOS = TimeUnit.SECONDS.toNanos(60);

  /** Error codes for which a retry is useless. */
  private static final Set<ErrorCode> REFUSALS =
      EnumSet.of(ErrorCode.NOT_PERMITTED, ErrorCode.STORE_FOREIGN, ErrorCode.PART_LOST);

  private final SharedLog log;
  private final Kernel kernel;
  private final RetryingThread thread;
  private final Supplier<Optional<LogHead>> head;
  private @Nullable LogHead sentHead; // used by one thread only
  private long sentHeadNanos;
  private volatile long shippedLsn;
  private volatile long lostLsns;
  private volatile @Nullable PendingFrames pending;
  private volatile @Nullable ColophonException refusal;

  /**
   * Prepares to ship the history of a kernel.
   *
   * @param head returns the newest signed state of the certified log
   */
  public Publishing(SharedLogSpec spec, Kernel kernel, Supplier<Optional<LogHead>> head) {
    this.log = spec.open();
    this.kernel = kernel;
    this.head = head;
    this.shippedLsn = kernel.feeds().readers().getOrDefault(JournalFeeds.PUBLISHER, 0L);
    this.thread = new RetryingThread("publish", "publishing to " + log.place(), this::ship);
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public String key() {
    return "publish";
  }

  @Override
  public List<String> lines() {
    PublishStatus now = status();
    return List.of(
        String.format(
            Locale.ROOT,
            "to %s, up to LSN %d, %,d LSNs behind",
            now.place(),
            now.shippedLsn(),
            now.lag()));
  }

  @Override
  public List<Measure> measures() {
    return List.of(
        new Measure(
            "colophon_publish_lag_lsns", "LSNs that are only on disk here", () -> status().lag()),
        new Measure(
            "colophon_publish_lost_lsns",
            "LSNs that the journal released before they were published",
            () -> status().lostLsns()),
        new Measure(
            "colophon_publish_connected",
            "1 while brokers acknowledge frames",
            () -> status().failure().isEmpty() ? 1 : 0));
  }

  @Override
  public List<String> warnings() {
    PublishStatus now = status();
    List<String> all = new ArrayList<>();
    if (!now.failure().isEmpty()) {
      all.add("not publishing to " + now.place() + ": " + now.failure());
    }
    if (now.lostLsns() > 0) {
      all.add(
          "the journal released %d LSNs before they were published: restore a backup of this store at each indexer"
              .formatted(now.lostLsns()));
    }
    return all;
  }

  @Override
  public PublishStatus status() {
    PendingFrames now = pending;
    String failure = thread.failure();
    return new PublishStatus(
        log.place(),
        acknowledgedLsn(),
        kernel.feeds().lastLsn(),
        lostLsns,
        failure.isEmpty() && now != null ? now.delay() : failure);
  }

  /** Returns the last failure if the log refuses this history, so that a retry is useless. */
  public Optional<ColophonException> refusal() {
    return Optional.ofNullable(refusal);
  }

  /**
   * Waits until all frames that are on disk now are shipped or refused. If the last attempt has
   * failed, retries immediately.
   *
   * @param patience the maximum time without progress
   * @return false if that time has expired
   */
  public boolean awaitShipped(Duration patience) {
    long wanted = kernel.feeds().lastLsn();
    long reached = acknowledgedLsn();
    long since = System.nanoTime();
    refusal = null;
    thread.retry();
    while (reached < wanted && refusal == null && System.nanoTime() - since < patience.toNanos()) {
      LockSupport.parkNanos(WAIT_NANOS);
      if (acknowledgedLsn() > reached) {
        reached = acknowledgedLsn();
        since = System.nanoTime();
      }
    }
    return reached >= wanted;
  }

  private void ship() {
    try (FrameSource feed = feed();
        SharedLogWriter writer = log.writer()) {
      pending = new PendingFrames();
      sentHead = null;
      while (!thread.isClosing()) {
        CanonicalFrame frame = feed.next(0);
        acknowledge(feed);
        if (frame != null) {
          append(writer, frame, feed.endLsn());
          continue;
        }
        if (pending.isEmpty()) {
          thread.succeeded();
        }
        sendHead(writer);
        thread.rest(POLL_MILLIS);
      }
      pending.awaitNone(); // waits briefly, to avoid sending them again after a restart
      acknowledge(feed);
    } catch (ColophonException e) {
      ColophonException reason = e.getCause() instanceof ColophonException cause ? cause : e;
      if (REFUSALS.contains(reason.code())) {
        refusal = reason;
      }
      throw e;
    }
  }

  /** Returns the last LSN that the log has acknowledged, which this thread may not yet know. */
  private long acknowledgedLsn() {
    PendingFrames now = pending;
    return now == null ? shippedLsn : Math.max(shippedLsn, now.acknowledgedLsn());
  }

  private FrameSource feed() {
    JournalFeeds feeds = kernel.feeds();
    try {
      return feeds.after(JournalFeeds.PUBLISHER, shippedLsn);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.PART_LOST) {
        throw e;
      }
      long oldest = feeds.oldestLsn();
      lostLsns = lostLsns + oldest - shippedLsn; // only this thread writes it
      shippedLsn = oldest;
      return feeds.after(JournalFeeds.PUBLISHER, oldest);
    }
  }

  private void append(SharedLogWriter writer, CanonicalFrame frame, long endLsn) {
    byte[] bytes = FeedFormat.toBytes(frame, endLsn);
    PendingFrames pending = Objects.requireNonNull(this.pending);
    while (!thread.isClosing()) {
      SharedLogWriter.Acknowledgement done = pending.expect(frame.lastLsn(), bytes.length);
      if (done != null) {
        writer.append(sent(bytes), done);
        return;
      }
      pending.throwIfFailed();
    }
  }

  /**
   * Sends the signed state of the certified log after its frames have arrived. Does so when the
   * state is new, and periodically.
   */
  private void sendHead(SharedLogWriter writer) {
    LogHead now = head.get().orElse(null);
    LogHead sent = sentHead;
    if (now == null || now.lastLsn() > shippedLsn) {
      return;
    }
    boolean isNew =
        sent == null
            || now.lastLsn() > sent.lastLsn()
            || (now.isCosigned() && !sent.isCosigned())
            || System.nanoTime() - sentHeadNanos > REPEAT_NANOS;
    if (isNew) {
      writer.checkpoint(sent(Bytes.of(now.format()).toArray()));
      sentHead = now;
      sentHeadNanos = System.nanoTime();
    }
  }

  private HostFrame sent(byte[] bytes) {
    String generations = kernel.generation().chain().toString(); // those of a follower may change
    return new HostFrame(
        kernel.owner().id(), kernel.owner().name(), kernel.storeId(), generations, bytes);
  }

  private void acknowledge(FrameSource feed) {
    long lsn = Objects.requireNonNull(pending).acknowledgedLsn();
    if (lsn > shippedLsn) {
      shippedLsn = lsn;
      kernel.feeds().acknowledge(JournalFeeds.PUBLISHER, lsn);
      feed.release(lsn);
      thread.succeeded();
    }
    pending.throwIfFailed();
  }

  /** Ends the thread. Waits briefly for acknowledgements. */
  @Override
  public void close() {
    thread.close(TimeUnit.SECONDS.toMillis(10));
  }
}
