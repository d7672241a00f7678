package org.colophon.service.client;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * A connection over a socket file or plain TCP. The channel does not block, since one on a socket
 * file knows no timeout; a selector waits instead, and is woken when somebody closes.
 */
final class ChannelWire implements Wire {
  private static final int BUFFER_BYTES = 1 << 16;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final long timeoutMillis;
  private final InputStream in = new BufferedInputStream(new Input(), BUFFER_BYTES);
  private final OutputStream out = new BufferedOutputStream(new Output(), BUFFER_BYTES);

  /**
   * @param channel connected; closed here if this fails
   */
  ChannelWire(SocketChannel channel, long timeoutMillis) throws IOException {
    this.channel = channel;
    this.timeoutMillis = timeoutMillis;
    Selector made = null;
    try {
      channel.configureBlocking(false);
      made = channel.provider().openSelector();
      this.selector = made;
      this.key = channel.register(made, 0);
    } catch (IOException | RuntimeException e) {
      channel.close();
      if (made != null) {
        made.close();
      }
      throw e;
    }
  }

  @Override
  public InputStream in() {
    return in;
  }

  @Override
  public OutputStream out() {
    return out;
  }

  @Override
  public boolean isAlive() {
    try {
      // Neither the end nor bytes that nobody asked for.
      return channel.isOpen() && in.available() == 0 && channel.read(ByteBuffer.allocate(1)) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
      selector.close(); // wakes who waits
    } catch (IOException e) {
      // what cannot be closed is gone
    }
  }

  /** Waits until the channel can be read or written. */
  private void await(int operation) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    try {
      key.interestOps(operation);
      while (selector.select(remainingMillis(deadline)) == 0) {
        if (Thread.currentThread().isInterrupted()) {
          throw new ColophonException(ErrorCode.INTERRUPTED, "interrupted");
        }
        if (deadline - System.nanoTime() <= 0) {
          throw WireException.silence(timeoutMillis, null);
        }
      }
      selector.selectedKeys().clear();
    } catch (ClosedSelectorException | CancelledKeyException e) {
      throw new ClosedChannelException();
    }
  }

  private static long remainingMillis(long deadline) {
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
  }

  private static WireException broken(IOException e) {
    return e instanceof WireException known ? known : WireException.gone(e);
  }

  private final class Input extends InputStream {
    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
      try {
        int count = channel.read(buffer);
        while (count == 0 && length > 0) {
          await(SelectionKey.OP_READ);
          count = channel.read(buffer);
        }
        return count;
      } catch (IOException e) {
        throw broken(e);
      }
    }
  }

  private final class Output extends OutputStream {
    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
      try {
        while (buffer.hasRemaining()) {
          if (channel.write(buffer) == 0) {
            await(SelectionKey.OP_WRITE);
          }
        }
      } catch (IOException e) {
        throw broken(e);
      }
    }
  }
}
