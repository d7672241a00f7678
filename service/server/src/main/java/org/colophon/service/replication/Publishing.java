package org.colophon.service.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedFormat;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.feed.JournalFeeds;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLog;
import org.colophon.core.spi.log.SharedLogWriter;

/**
 * Thread that ships the journal to a shared log. Frames are on disk before they are shipped. After
 * a failure it sends again all frames after the last acknowledged one. So the log may contain a
 * frame twice, with later frames in between.
 */
public final class Publishing implements HistoryCopy {
  private static final long POLL_MILLIS = 100;

  private final SharedLog log;
  private final Kernel kernel;
  private final RetryingThread thread;
  private volatile long shippedLsn;
  private volatile long lostLsns;
  private volatile PendingFrames pending;

  /** Prepares to ship the history of a kernel. */
  public Publishing(SharedLogSpec spec, Kernel kernel) {
    this.log = spec.open();
    this.kernel = kernel;
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
        shippedLsn,
        kernel.status().durableLsn(),
        lostLsns,
        failure.isEmpty() && now != null ? now.delay() : failure);
  }

  private void ship() {
    try (FrameSource feed = feed();
        SharedLogWriter writer = log.writer()) {
      pending = new PendingFrames();
      thread.succeeded();
      while (!thread.isClosing()) {
        CanonicalFrame frame = feed.next(POLL_MILLIS);
        acknowledge(feed);
        if (frame != null) {
          append(writer, frame, feed.endLsn());
        }
      }
      pending.awaitNone(); // a moment, so that a restart need not send them again
      acknowledge(feed);
    }
  }

  private FrameSource feed() {
    JournalFeeds feeds = kernel.feeds();
    try {
      return feeds.behind(JournalFeeds.PUBLISHER, shippedLsn);
    } catch (ColophonException e) {
      if (e.code() != ErrorCode.PART_LOST) {
        throw e;
      }
      long oldest = feeds.oldestLsn();
      lostLsns = lostLsns + oldest - shippedLsn; // only this thread writes it
      shippedLsn = oldest;
      return feeds.behind(JournalFeeds.PUBLISHER, oldest);
    }
  }

  private void append(SharedLogWriter writer, CanonicalFrame frame, long endLsn) {
    byte[] bytes = FeedFormat.toBytes(frame, endLsn);
    HostFrame sent =
        new HostFrame(kernel.owner().id(), kernel.owner().name(), kernel.storeId(), bytes);
    while (!thread.isClosing()) {
      SharedLogWriter.Acknowledgement done = pending.expect(frame.lastLsn(), bytes.length);
      if (done != null) {
        writer.append(sent, done);
        return;
      }
      pending.throwIfFailed(log.place());
    }
  }

  private void acknowledge(FrameSource feed) {
    long lsn = pending.acknowledgedLsn();
    if (lsn > shippedLsn) {
      shippedLsn = lsn;
      kernel.feeds().acknowledge(JournalFeeds.PUBLISHER, lsn);
      feed.release(lsn);
    }
    pending.throwIfFailed(log.place());
  }

  /** Ends the thread. Waits a little for acknowledgements. */
  @Override
  public void close() {
    thread.close(TimeUnit.SECONDS.toMillis(10));
  }
}
