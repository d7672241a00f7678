package org.colophon.service.client;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A request's body in chunks, one for each write. */
final class ChunkedOutput extends OutputStream {
  private static final byte[] LINE_END = {'\r', '\n'};

  private final OutputStream out;

  ChunkedOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length > 0) { // an empty chunk would end the body
      out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
      out.write(bytes, offset, length);
      out.write(LINE_END);
    }
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** Says that the body is whole. */
  void end() throws IOException {
    out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }
}
