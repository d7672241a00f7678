// SPDX-License-Identifier: Apache-2.0
package org.colophon.service.http;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.colophon.core.error.ErrorCode;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable.InvocationType;
import org.jspecify.annotations.Nullable;

/**
 * Body of an answer, with a maximum length and a minimum rate. While it waits for the caller, it
 * releases the request's slot. One thread.
 */
final class PacedOutput extends OutputStream {
  /** Maximum size of a piece. The rate is checked after each piece. */
  private static final int PIECE_BYTES = 1 << 16;

  private final Content.Sink sink;
  private final Runnable cutOff;
  private final @Nullable RequestSlots slots;
  private final long limitBytes;
  private final Pace pace;
  private long bytes;
  private long waitedNanos;
  private boolean isClosed;

  /**
   * Wraps a sink.
   *
   * @param cutOff closes the connection
   * @param slots slots for concurrent requests; may be null
   */
  PacedOutput(
      Content.Sink sink,
      Runnable cutOff,
      @Nullable RequestSlots slots,
      long limitBytes,
      Pace pace) {
    this.sink = sink;
    this.cutOff = cutOff;
    this.slots = slots;
    this.limitBytes = limitBytes;
    this.pace = pace;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    if (bytes + length > limitBytes) {
      throw new HttpFailure(
          422,
          ErrorCode.LIMIT_REACHED,
          "the answer is over "
              + limitBytes
              + " bytes: ask for less, or raise limits.answer-bytes");
    }
    for (int done = 0; done < length; done += PIECE_BYTES) {
      int size = Math.min(PIECE_BYTES, length - done);
      bytes += size;
      send(false, ByteBuffer.wrap(source, offset + done, size));
    }
  }

  @Override
  public void flush() throws IOException {
    send(false, ByteBuffer.allocate(0));
  }

  @Override
  public void close() throws IOException {
    if (!isClosed) {
      isClosed = true;
      send(true, ByteBuffer.allocate(0));
    }
  }

  private void send(boolean isLast, ByteBuffer piece) throws IOException {
    // The completion only wakes up this thread, so it may run on any thread.
    Callback.Completable written = new Callback.Completable(InvocationType.NON_BLOCKING);
    sink.write(isLast, piece, written);
    if (written.isDone()) {
      await(written);
      return;
    }
    RequestSlots aside = slots != null && slots.stepAside() ? slots : null;
    try {
      await(written);
    } finally {
      if (aside != null) {
        aside.stepBack();
      }
    }
  }

  /** Waits until a piece is written. Only this time counts for the rate. */
  private void await(Callback.Completable written) throws IOException {
    long before = System.nanoTime();
    try {
      written.get(Math.max(0, pace.allowedNanos(bytes) - waitedNanos), TimeUnit.NANOSECONDS);
      waitedNanos += System.nanoTime() - before;
    } catch (TimeoutException e) {
      cutOff.run();
      throw new HttpFailure(
          408, ErrorCode.LIMIT_REACHED, "the answer is read too slowly: " + pace.rule());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cutOff.run();
      throw new InterruptedIOException("interrupted while the caller reads the answer");
    } catch (ExecutionException e) {
      throw new IOException("the caller does not read the answer: " + e.getCause(), e.getCause());
    }
  }
}
