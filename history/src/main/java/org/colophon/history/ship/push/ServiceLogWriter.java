// SPDX-License-Identifier: Apache-2.0
package org.colophon.history.ship.push;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.colophon.client.connection.ServiceConnection;
import org.colophon.client.connection.ServiceRequest;
import org.colophon.client.protocol.MediaTypes;
import org.colophon.core.adapters.StoreIdentity;
import org.colophon.core.model.Bytes;
import org.colophon.core.spi.log.HostFrame;
import org.colophon.core.spi.log.SharedLogWriter;
import org.colophon.history.certified.log.LogHead;
import org.jspecify.annotations.Nullable;

/**
 * Thread that posts queued frames to another service, as many in one request as take about a
 * second. So a slow network delays no acknowledgement for long, and a command that gives up has not
 * sent much in vain. The service answers after the frames are on its disk. After a failure, the
 * thread sends nothing more.
 */
final class ServiceLogWriter implements SharedLogWriter {
  private static final int MIN_BATCH_BYTES = 64 << 10;
  private static final int MAX_BATCH_BYTES = 4 << 20;
  private static final long FAST_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long POLL_MILLIS = 100;

  private final Function<HostFrame, ServiceConnection> connector;
  private final BlockingQueue<Waiting> queue = new LinkedBlockingQueue<>();
  private final Thread thread = new Thread(this::run, "colophon-push");
  private int batchBytes = MIN_BATCH_BYTES; // used by the thread only
  private volatile @Nullable ServiceConnection connection;
  private volatile boolean isClosed;

  /** A queued item. */
  private sealed interface Waiting {
    HostFrame content();
  }

  private record WaitingFrame(HostFrame content, Acknowledgement done) implements Waiting {}

  private record WaitingState(HostFrame content) implements Waiting {}

  ServiceLogWriter(Function<HostFrame, ServiceConnection> connector) {
    this.connector = connector;
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void append(HostFrame frame, Acknowledgement acknowledgement) {
    queue.add(new WaitingFrame(frame, acknowledgement)); // the caller limits the queue's size
  }

  @Override
  public void checkpoint(HostFrame state) {
    queue.add(new WaitingState(state));
  }

  private void run() {
    try {
      while (!isClosed) {
        Waiting first = queue.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          send(batch(first));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Waiting> batch(Waiting first) {
    List<Waiting> batch = new ArrayList<>(List.of(first));
    int bytes = first.content().bytes().length;
    while (bytes < batchBytes && !queue.isEmpty()) { // no other thread takes items
      Waiting next = queue.remove();
      batch.add(next);
      bytes += next.content().bytes().length;
    }
    return batch;
  }

  private static int bytes(List<Waiting> batch) {
    return batch.stream().mapToInt(each -> each.content().bytes().length).sum();
  }

  private void adapt(int sentBytes, long nanos) {
    if (nanos > FAST_NANOS) {
      batchBytes = Math.max(MIN_BATCH_BYTES, batchBytes / 2);
    } else if (sentBytes >= batchBytes) {
      batchBytes = Math.min(MAX_BATCH_BYTES, 2 * batchBytes);
    }
  }

  private void send(List<Waiting> batch) {
    HostFrame first = batch.get(0).content();
    HostFrame last = batch.get(batch.size() - 1).content();
    try {
      if (connection == null) {
        connection = connector.apply(first);
      }
      ServiceRequest request =
          ServiceRequest.post("/v1/frames")
              .parameter("store", StoreIdentity.format(first.storeId()))
              .parameter("checkpoint", checkpoint(batch))
              .parameter("generations", last.generations())
              .body(
                  MediaTypes.JOURNAL,
                  out -> {
                    for (Waiting each : batch) {
                      if (each instanceof WaitingFrame frame) {
                        out.write(frame.content().bytes());
                      }
                    }
                  })
              .build();
      long begun = System.nanoTime();
      connection.exchange(request).close();
      adapt(bytes(batch), System.nanoTime() - begun);
      finish(batch, null);
    } catch (RuntimeException e) { // every failure is reported to the caller, which restarts
      isClosed = true;
      finish(batch, e);
    }
  }

  /** Returns the newest signed state of the certified log in a batch; null for none. */
  private static @Nullable String checkpoint(List<Waiting> batch) {
    String newest = null;
    for (Waiting each : batch) {
      if (each instanceof WaitingState state) {
        newest = LogHead.parse(Bytes.wrap(state.content().bytes()).toString()).encode();
      }
    }
    return newest;
  }

  private static void finish(List<Waiting> batch, @Nullable Exception failure) {
    for (Waiting each : batch) {
      if (each instanceof WaitingFrame frame) {
        frame.done().done(failure);
      }
    }
  }

  @Override
  public void close() {
    isClosed = true;
    ServiceConnection open = connection;
    if (open != null) {
      open.close();
    }
  }
}
