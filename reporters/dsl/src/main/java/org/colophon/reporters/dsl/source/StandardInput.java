// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.dsl.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.colophon.core.spi.reporter.FileOpener;
import org.colophon.reporters.common.follow.LineCutter;
import org.colophon.reporters.common.follow.LineHandler;
import org.jspecify.annotations.Nullable;

/**
 * Standard input, which the caller closes. A blocked read cannot be interrupted, so a separate
 * thread reads one piece ahead. A stop abandons this thread.
 */
public final class StandardInput implements LineSource {
  private static final int PIECE = 1 << 16;
  private static final long POLL_MILLIS = 50;

  private final InputStream input;
  private final SynchronousQueue<Piece> pieces = new SynchronousQueue<>();
  private volatile boolean isStopped;
  private ByteBuffer rest = ByteBuffer.allocate(0);

  /**
   * A piece of the input. It is empty at the end. {@code failure} is not null if reading failed.
   */
  private record Piece(ByteBuffer bytes, @Nullable IOException failure) {}

  public StandardInput(InputStream input) {
    this.input = input;
  }

  @Override
  public String place() {
    return "stdin";
  }

  @Override
  public void feed(LineHandler lines, FileOpener files) {
    Thread pump = new Thread(this::pump, "colophon-stdin");
    pump.setDaemon(true);
    pump.start();
    try {
      LineCutter cutter = new LineCutter(lines);
      while (!isStopped && cutter.readFrom(this::read) >= 0) {
        lines.pause();
      }
      if (!isStopped) {
        cutter.end();
      }
    } catch (IOException e) {
      throw ReadFailures.reading(place(), e);
    } finally {
      pump.interrupt();
    }
  }

  private int read(ByteBuffer target) throws IOException {
    if (!rest.hasRemaining() && !next()) {
      return -1;
    }
    int count = Math.min(target.remaining(), rest.remaining());
    target.put(rest.slice().limit(count));
    rest.position(rest.position() + count);
    return count;
  }

  /**
   * Waits for the next piece. Polls for a stop: an interrupt would disturb publishing on this
   * thread.
   */
  private boolean next() throws IOException {
    Piece next = null;
    while (next == null && !isStopped) {
      next = poll();
    }
    if (next == null) {
      return false;
    }
    if (next.failure != null) {
      throw next.failure;
    }
    rest = next.bytes;
    return rest.hasRemaining();
  }

  private @Nullable Piece poll() {
    try {
      return pieces.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      isStopped = true;
      return null;
    }
  }

  private void pump() {
    try {
      boolean hasEnded = false;
      while (!hasEnded) {
        Piece piece = piece();
        hasEnded = !piece.bytes.hasRemaining();
        pieces.put(piece);
      }
    } catch (InterruptedException e) {
      // Stopped: the remaining input is not needed.
    }
  }

  private Piece piece() {
    byte[] buffer = new byte[PIECE];
    try {
      int count = input.read(buffer);
      return new Piece(ByteBuffer.wrap(buffer, 0, Math.max(0, count)), null);
    } catch (IOException e) {
      return new Piece(ByteBuffer.allocate(0), e);
    }
  }

  @Override
  public void stop() {
    isStopped = true;
  }
}
