// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * An open answer of server-sent events. If the caller is slow, skips and counts events instead of
 * waiting. Any thread.
 */
public final class EventStream {
  private static final int MAX_WAITING_BYTES = 1 << 18;

  private final Response response;
  private final Callback callback;
  private final Runnable onClose;
  private ByteArrayOutputStream waiting = new ByteArrayOutputStream();
  private boolean isWriting;
  private boolean isEnding;
  private boolean isOver;
  private long leftOut;

  EventStream(Response response, Callback callback, Runnable onClose) {
    this.response = response;
    this.callback = callback;
    this.onClose = onClose;
  }

  /** Sends an event with one line of data. Skips it if the caller is too slow. */
  public void send(String event, String data) {
    byte[] bytes =
        ("event: " + event + "\ndata: " + data + "\n\n").getBytes(StandardCharsets.UTF_8);
    synchronized (this) {
      if (isOver || isEnding) {
        return;
      }
      if (waiting.size() + bytes.length > MAX_WAITING_BYTES) {
        leftOut++;
        return;
      }
      waiting.writeBytes(bytes);
    }
    writeNext();
  }

  /** Returns the number of skipped events since the last call. */
  public synchronized long takeLeftOut() {
    long count = leftOut;
    leftOut = 0;
    return count;
  }

  /** Ends the stream after the queued events. */
  public void close() {
    synchronized (this) {
      isEnding = true;
    }
    writeNext();
  }

  private void writeNext() {
    byte[] bytes;
    boolean isLast;
    synchronized (this) {
      isLast = isEnding && !isOver;
      if (isWriting || isOver || (waiting.size() == 0 && !isLast)) {
        return;
      }
      isWriting = true;
      isOver = isLast;
      bytes = waiting.toByteArray();
      waiting = new ByteArrayOutputStream();
    }
    response.write(isLast, ByteBuffer.wrap(bytes), Callback.from(this::written, this::failed));
  }

  private void written() {
    boolean isDone;
    synchronized (this) {
      isWriting = false;
      isDone = isOver;
    }
    if (isDone) {
      onClose.run();
      callback.succeeded();
    } else {
      writeNext();
    }
  }

  private void failed(Throwable cause) {
    synchronized (this) {
      isOver = true;
      isWriting = false;
    }
    onClose.run();
    callback.failed(cause);
  }
}
