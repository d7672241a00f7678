package org.colophon.query.bytes;

import java.util.List;
import org.colophon.core.model.bytes.ByteMap;

/**
 * Origin of consecutive bytes of an object.
 *
 * @param offset offset of the first byte
 * @param length number of bytes
 * @param isCopy true if the bytes are an exact copy of a single input
 * @param inputs ranges of the original objects; empty if a program generated the bytes
 */
public record ByteOrigin(long offset, long length, boolean isCopy, List<ByteMap.Part> inputs) {
  public ByteOrigin {
    inputs = List.copyOf(inputs);
  }

  long end() {
    return offset + length;
  }

  /** Returns whether this origin continues the previous one. */
  boolean continues(ByteOrigin before) {
    if (before.end() != offset || before.isCopy != isCopy) {
      return false;
    }
    if (!isCopy) {
      return before.inputs.equals(inputs);
    }
    ByteMap.Part last = before.inputs.get(0);
    ByteMap.Part next = inputs.get(0);
    return last.object() == next.object() && last.offset() + last.length() == next.offset();
  }

  /** Returns this origin joined with the next one, which continues it. */
  ByteOrigin with(ByteOrigin next) {
    long both = length + next.length;
    List<ByteMap.Part> parts = inputs;
    if (isCopy) {
      ByteMap.Part first = inputs.get(0);
      parts = List.of(new ByteMap.Part(first.object(), first.offset(), both));
    }
    return new ByteOrigin(offset, both, isCopy, parts);
  }
}
