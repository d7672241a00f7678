// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.tail;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.client.protocol.ServiceHeaders;
import org.colophon.core.error.ErrorCode;
import org.colophon.core.feed.FeedFormat;
import org.colophon.core.feed.FrameSource;
import org.colophon.core.feed.JournalFeeds;
import org.colophon.core.journal.format.CanonicalFrame;
import org.colophon.core.kernel.Kernel;
import org.colophon.history.certified.log.LogHead;
import org.colophon.service.http.Exchange;
import org.colophon.service.http.Route;
import org.colophon.service.part.ServicePart;

/** Endpoint that streams the frames of the journal after an LSN. */
public final class JournalEndpoint implements ServicePart {
  private static final int MAX_FEEDS = 16;
  private static final int MAX_WAIT_SECONDS = 60;

  /**
   * Maximum size of an answer. A reader then sends the next request, which acknowledges the
   * received frames.
   */
  private static final long MAX_BYTES = 64L << 20;

  private static final long POLL_MILLIS = 500;
  private static final Set<String> OWN_READERS =
      Set.of(JournalFeeds.PUBLISHER, JournalFeeds.CERTIFIER, JournalFeeds.LOG_COPY);

  private final Kernel kernel;
  private final Supplier<List<String>> chain;
  private final Supplier<Optional<LogHead>> head;
  private final Semaphore feeds = new Semaphore(MAX_FEEDS);
  private volatile boolean isClosed;

  /**
   * Creates the endpoint of a store.
   *
   * @param chain ids of the services that the history has passed through, from this service to the
   *     recording one
   * @param head returns the newest signed state of the certified log
   */
  public JournalEndpoint(
      Kernel kernel, Supplier<List<String>> chain, Supplier<Optional<LogHead>> head) {
    this.kernel = kernel;
    this.chain = chain;
    this.head = head;
  }

  /** Returns the route. It needs no slot, since it usually waits. */
  @Override
  public List<Route> routes() {
    return List.of(
        new Route(
            "GET",
            "/v1/journal",
            Set.of("after", "reader", "wait"),
            Route.Access.UNLIMITED,
            this::stream));
  }

  /** Ends running answers soon. */
  @Override
  public void stop(long millis) {
    isClosed = true;
  }

  private void stream(Exchange exchange) throws IOException {
    long after = exchange.parameters().lsn("after");
    String reader = exchange.parameters().text("reader", "");
    int wait = exchange.parameters().number("wait", 0, MAX_WAIT_SECONDS);
    if (OWN_READERS.contains(reader)) {
      throw ErrorCode.BAD_REQUEST.exception(
          "the reader's name " + reader + " is reserved: choose another name");
    }
    if (!feeds.tryAcquire()) {
      throw ErrorCode.OVERLOADED.exception(
          MAX_FEEDS + " feeds are being read, the maximum: try again later");
    }
    try (FrameSource feed =
        reader.isEmpty() ? kernel.feeds().after(after) : kernel.feeds().after(reader, after)) {
      exchange.setHeader(ServiceHeaders.CHAIN, String.join(",", chain.get()));
      exchange.setHeader(ServiceHeaders.GENERATIONS, kernel.generation().chain().toString());
      head.get().ifPresent(each -> exchange.setHeader(ServiceHeaders.CHECKPOINT, each.encode()));
      long bytes = Math.min(MAX_BYTES, exchange.limits().answerBytes() / 2);
      exchange.write(200, MediaTypes.JOURNAL, out -> copy(feed, wait, bytes, out));
    } finally {
      feeds.release();
    }
  }

  private void copy(FrameSource feed, int waitSeconds, long maxBytes, OutputStream out)
      throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(waitSeconds);
    long bytes = 0;
    while (bytes < maxBytes && !isClosed) {
      CanonicalFrame frame = feed.next(0);
      if (frame == null) {
        out.flush();
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        if (left <= 0) {
          return;
        }
        frame = feed.next(Math.min(left, POLL_MILLIS));
      }
      if (frame != null) {
        FeedFormat.write(frame, feed.endLsn(), out);
        bytes += FeedFormat.bytes(frame);
      }
    }
  }
}
