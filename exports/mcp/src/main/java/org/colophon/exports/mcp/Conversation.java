// SPDX-License-Identifier: Apache-2.0
package org.colophon.exports.mcp;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Counts the requests and answers of a conversation in JSON-RPC, one message a line. The server of
 * the library drops the answers that are due when its input ends. Any thread.
 */
final class Conversation {
  private static final long MAX_WAIT_MILLIS = 60_000;

  private boolean hasEnded;
  private int due;

  /** Returns an input that notes requests. Its end comes after the last answer. */
  InputStream input(InputStream in) {
    return new FilterInputStream(in) {
      private final Line line = new Line();

      @Override
      public int read() throws IOException {
        int read = in.read();
        if (read < 0) {
          end();
        } else {
          line.add(read);
        }
        return read;
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = in.read(bytes, offset, length);
        if (read < 0) {
          end();
        }
        for (int i = offset; i < offset + read; i++) {
          line.add(bytes[i]);
        }
        return read;
      }
    };
  }

  /** Returns an output that notes answers. */
  OutputStream output(OutputStream out) {
    return new FilterOutputStream(out) {
      private final Line line = new Line();

      @Override
      public void write(int b) throws IOException {
        out.write(b);
        line.add(b);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
        for (int i = offset; i < offset + length; i++) {
          line.add(bytes[i]);
        }
      }
    };
  }

  /** Waits until the input has ended. */
  synchronized void await() throws InterruptedException {
    while (!hasEnded) {
      wait();
    }
  }

  /** Delays the end of the input until each request has its answer, for a minute at most. */
  private synchronized void end() throws IOException {
    long deadline = System.nanoTime() / 1_000_000 + MAX_WAIT_MILLIS;
    try {
      for (long left = MAX_WAIT_MILLIS; due > 0 && left > 0; ) {
        wait(left);
        left = deadline - System.nanoTime() / 1_000_000;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while answers were due");
    } finally {
      hasEnded = true;
      notifyAll();
    }
  }

  private synchronized void count(String message) {
    try {
      JsonNode node = JsonMapper.shared().readTree(message);
      if (node.has("id")) {
        due += node.has("method") ? 1 : -1;
        notifyAll();
      }
    } catch (JacksonException e) {
      // The server reports what is no JSON.
    }
  }

  /** Collects the bytes of a line. */
  private final class Line {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    void add(int b) {
      if (b == '\n') {
        count(bytes.toString(StandardCharsets.UTF_8));
        bytes.reset();
      } else {
        bytes.write(b);
      }
    }
  }
}
