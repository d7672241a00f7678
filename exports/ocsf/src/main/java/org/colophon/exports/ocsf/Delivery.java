// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.ocsf;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.colophon.exports.ocsf.EventParts.Origin;
import org.jspecify.annotations.Nullable;

/**
 * Sends events in batches, and moves the mark of the collector after each answer. After a failure,
 * it only counts the events that wait. One thread.
 */
public final class Delivery implements HistoryEvents.Visitor {
  private static final int MAX_EVENTS = 512;
  private static final int MAX_CHARS = 1 << 20;

  private final OtlpClient client;
  private final Origin origin;
  private final @Nullable SentMark mark;
  private final List<ObjectNode> batch = new ArrayList<>();
  private long batchLsn;
  private long batchChars;
  private long sent;
  private long rejected;
  private long waiting;
  private String failure = "";
  private String message = "";

  /**
   * Constructs a delivery.
   *
   * @param mark the mark to move; null for none
   */
  public Delivery(OtlpClient client, Origin origin, @Nullable SentMark mark) {
    this.client = client;
    this.origin = origin;
    this.mark = mark;
  }

  /** Sends full batches. All events of an LSN are in one batch, so that the mark is exact. */
  @Override
  public void event(long lsn, ObjectNode event) throws IOException {
    boolean isFull = batch.size() >= MAX_EVENTS || batchChars >= MAX_CHARS;
    if (isFull && lsn != batchLsn) {
      send(batchLsn);
    }
    if (!failure.isEmpty()) {
      waiting++;
      return;
    }
    batch.add(event);
    batchChars += event.toString().length();
    batchLsn = lsn;
  }

  /**
   * Sends the last batch.
   *
   * @param upToLsn the last LSN of the visited history
   */
  public void end(long upToLsn) throws IOException {
    if (failure.isEmpty()) {
      send(upToLsn);
    }
  }

  private void send(long upToLsn) throws IOException {
    if (!batch.isEmpty()) {
      OtlpClient.Result result = client.send(OtlpLogs.request(batch, origin, Instant.now()));
      batchChars = 0;
      failure = result.failure();
      if (!failure.isEmpty()) {
        waiting += batch.size();
        batch.clear();
        return;
      }
      rejected += result.rejected();
      sent += batch.size() - result.rejected();
      message = result.message().isEmpty() ? message : result.message();
      batch.clear();
    }
    if (mark != null) {
      mark.move(upToLsn);
    }
  }

  /** Returns the number of events that the collector took. */
  public long sent() {
    return sent;
  }

  /** Returns the number of events that the collector refused for good. */
  public long rejected() {
    return rejected;
  }

  /** Returns the number of events that it does not have. */
  public long waiting() {
    return waiting;
  }

  /** Returns the reason for which events wait; empty if none waits. */
  public String failure() {
    return failure;
  }

  /** Returns the last reason or warning of the collector; may be empty. */
  public String message() {
    return message;
  }
}
