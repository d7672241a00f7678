// SPDX-License-Identifier: Apache-2.0
package org.colophon.query.bytes;

import java.util.List;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Origin;

/**
 * Origin of consecutive bytes of an object.
 *
 * @param offset offset of the first byte
 * @param length number of bytes
 * @param how kind of the origin
 * @param inputs ranges of the original objects; empty for literal and unknown bytes
 * @param program the process whose inputs may have determined unknown bytes; otherwise 0
 * @param writer the process that wrote the bytes to the object; 0 if unknown
 */
public record ByteOrigin(
    long offset, long length, Origin how, List<ByteMap.Part> inputs, long program, long writer) {
  public ByteOrigin {
    inputs = List.copyOf(inputs);
  }

  static ByteOrigin copied(long offset, ByteMap.Part input) {
    return new ByteOrigin(offset, input.length(), Origin.COPIED, List.of(input), 0, 0);
  }

  static ByteOrigin unknown(long offset, long length, long program) {
    return new ByteOrigin(offset, length, Origin.UNKNOWN, List.of(), program, 0);
  }

  /** Creates an origin without a program. */
  static ByteOrigin of(long offset, long length, Origin how, List<ByteMap.Part> inputs) {
    return new ByteOrigin(offset, length, how, inputs, 0, 0);
  }

  long end() {
    return offset + length;
  }

  ByteOrigin movedBy(long shift) {
    return new ByteOrigin(offset + shift, length, how, inputs, program, writer);
  }

  ByteOrigin by(long process) {
    return new ByteOrigin(offset, length, how, inputs, program, process);
  }

  /** Returns whether this origin continues the previous one. */
  boolean continues(ByteOrigin before) {
    if (before.end() != offset
        || before.how != how
        || before.program != program
        || before.writer != writer) {
      return false;
    }
    if (how != Origin.COPIED) {
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
    if (how == Origin.COPIED) {
      ByteMap.Part first = inputs.get(0);
      parts = List.of(new ByteMap.Part(first.object(), first.offset(), both));
    }
    return new ByteOrigin(offset, both, how, parts, program, writer);
  }
}
