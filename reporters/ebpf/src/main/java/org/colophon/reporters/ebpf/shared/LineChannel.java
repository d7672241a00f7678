// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf.shared;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.common.follow.PollBackoff;
import org.jspecify.annotations.Nullable;

/** A connection that never blocks. It transfers lines of text, then binary records. One thread. */
final class LineChannel implements Closeable {
  /** Time after which a peer that must reply counts as failed. */
  static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

  private static final int MAX_LINE = 1 << 12;

  /** Received bytes, from index 0 to the position. */
  final ByteBuffer received;

  private long timeoutNanos = TIMEOUT_NANOS;
  private final SocketChannel channel;
  private final PollBackoff backoff =
      new PollBackoff(TimeUnit.MICROSECONDS.toNanos(200), TimeUnit.MILLISECONDS.toNanos(2));

  LineChannel(SocketChannel channel, int bytes) throws IOException {
    this.channel = channel;
    this.received = ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
    channel.configureBlocking(false);
  }

  /** Sets the time after which {@link #await} fails. */
  void setTimeout(long nanos) {
    timeoutNanos = nanos;
  }

  SocketChannel channel() {
    return channel;
  }

  /** Receives the available bytes; returns their number. Throws EOFException at the end. */
  int receive() throws IOException {
    int count = channel.read(received);
    if (count < 0) {
      throw new EOFException("the connection has ended");
    }
    return count;
  }

  /** Waits until bytes were received. Fails if the peer sends none for too long. */
  void await() throws IOException {
    long end = System.nanoTime() + timeoutNanos;
    while (receive() == 0) {
      if (System.nanoTime() > end) {
        throw new SocketTimeoutException("the peer does not answer");
      }
      pause();
    }
    backoff.reset();
  }

  /**
   * Waits for a moment. Each wait is longer than the previous one, until {@link #await} returns.
   */
  void pause() {
    backoff.await();
  }

  /** Resets the waits to short ones. */
  void resume() {
    backoff.reset();
  }

  /** Returns the next line without its terminator; null if it is not complete yet. */
  @Nullable String next() throws IOException {
    for (int i = 0; i < received.position(); i++) {
      if (received.get(i) == '\n') {
        byte[] line = new byte[i];
        received.get(0, line);
        drop(i + 1);
        return new String(line, StandardCharsets.UTF_8);
      }
    }
    if (received.position() > MAX_LINE) {
      throw new IOException("a line of a request is too long");
    }
    return null;
  }

  /** Waits for a line. */
  String line() throws IOException {
    String line = next();
    while (line == null) {
      await();
      line = next();
    }
    return line;
  }

  /** Removes received bytes at the front. */
  void drop(int count) {
    received.flip().position(count);
    received.compact();
  }

  void send(String line) throws IOException {
    send(ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8)));
  }

  void send(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (channel.write(bytes) == 0) {
        pause();
      }
    }
  }

  void sendOk() throws IOException {
    send("OK");
  }

  void sendError(ColophonException e) throws IOException {
    send(e.code() + " " + e.getMessage().replace('\n', ' '));
  }

  /** Waits for OK. Throws the error that the peer sent instead. */
  void requireOk() throws IOException {
    String line = line();
    if (line.equals("OK")) {
      return;
    }
    int space = line.indexOf(' ');
    throw new ColophonException(
        ErrorCode.valueOf(line.substring(0, Math.max(space, 0))), line.substring(space + 1));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
