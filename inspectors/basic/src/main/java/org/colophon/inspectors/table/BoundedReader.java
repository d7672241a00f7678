// SPDX-License-Identifier: Apache-2.0
package org.colophon.inspectors.table;

import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;

/** Reader that fails if a single record would fill the memory, such as after an unclosed quote. */
final class BoundedReader extends FilterReader {
  private static final long MAX_RECORD_CHARS = 4 << 20;

  private long chars;

  BoundedReader(Reader in) {
    super(in);
  }

  void nextRecord() {
    chars = 0;
  }

  @Override
  public int read() throws IOException {
    count(1);
    return super.read();
  }

  @Override
  public int read(char[] buffer, int offset, int length) throws IOException {
    int read = super.read(buffer, offset, length);
    count(read);
    return read;
  }

  private void count(int more) throws IOException {
    chars += more;
    if (chars > MAX_RECORD_CHARS) {
      throw new IOException("a record in it has more than " + MAX_RECORD_CHARS + " characters");
    }
  }
}
