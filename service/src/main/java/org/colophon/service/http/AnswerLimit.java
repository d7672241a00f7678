// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.internal.HttpConnection;
import org.eclipse.jetty.util.BufferUtil;

/**
 * Ends the computation of an answer that takes too long, whose caller closed the connection, or
 * whose service is stopping. Computations check it where they read the store. Any thread.
 */
public final class AnswerLimit {
  private static final long LOOK_PERIOD_NANOS = 100_000_000;

  private final Exchange exchange;
  private final Request request;
  private final long deadlineNanos;
  private final Thread thread = Thread.currentThread();
  private long lastLookNanos = System.nanoTime();

  AnswerLimit(Exchange exchange, Request request, Duration time) {
    this.exchange = exchange;
    this.request = request;
    this.deadlineNanos = System.nanoTime() + time.toNanos();
  }

  /**
   * Checks whether the answer is still needed.
   *
   * @throws ColophonException LIMIT_REACHED after the time; INTERRUPTED if the service is stopping
   *     or the caller has closed the connection
   */
  public void check() {
    long now = System.nanoTime();
    if (now - deadlineNanos > 0) {
      throw ErrorCode.LIMIT_REACHED.exception(
          "the answer takes longer than limits.request-time allows; ask for less depth, hide more, or raise the limit");
    }
    exchange.checkRunning();
    // Only this thread reads the connection until the answer is complete.
    if (Thread.currentThread() == thread && now - lastLookNanos > LOOK_PERIOD_NANOS) {
      lastLookNanos = now;
      checkCaller();
    }
  }

  /** Reads a byte, because HTTP/1.1 connections report their end only to a reader. */
  private void checkCaller() {
    if (!(request.getConnectionMetaData().getConnection() instanceof HttpConnection connection)
        || !connection.isRequestBufferEmpty()) {
      return; // the caller has sent its next request
    }
    ByteBuffer next = BufferUtil.allocate(1);
    int count;
    try {
      count = connection.getEndPoint().fill(next);
    } catch (IOException e) {
      count = -1;
    }
    if (count < 0) {
      throw new HttpFailure(
          408, ErrorCode.INTERRUPTED, "the caller closed the connection before the answer");
    }
    if (count > 0) {
      connection.onUpgradeTo(next); // returns the first byte of the next request
    }
  }
}
