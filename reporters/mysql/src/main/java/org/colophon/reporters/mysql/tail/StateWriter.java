package org.colophon.reporters.mysql.tail;

import java.io.ByteArrayOutputStream;
import org.colophon.core.model.Bytes;

/** Packs what a reporter has to remember: small numbers take few bytes. */
public final class StateWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(512);

  /** A number, best a small one; not negative. */
  public StateWriter number(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) (rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write((int) rest);
    return this;
  }

  public StateWriter truth(boolean value) {
    return number(value ? 1 : 0);
  }

  public StateWriter bytes(Bytes value) {
    number(value.length());
    out.writeBytes(value.toArray());
    return this;
  }

  /** Everything so far. */
  public Bytes toBytes() {
    return Bytes.wrap(out.toByteArray());
  }
}
