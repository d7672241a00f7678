// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.replay.syscall.StringList;
import org.colophon.reporters.replay.syscall.Syscall;
import org.colophon.reporters.replay.syscall.SystemCall;

/** A successful execve or execveat. Linux records the program's name instead of the arguments. */
final class ExecutedProgram extends SystemCall {
  /** Start of the name that Linux gives to the file of a descriptor; its number follows. */
  private static final Bytes BY_DESCRIPTOR = Bytes.of("/dev/fd/");

  private final Bytes path;
  private final int descriptor;
  private final StringList arguments;
  private final StringList environment;

  /** Reads a record. */
  ExecutedProgram(ByteBuffer memory, int at, int tid, StringList environment) {
    this.environment = environment;
    int start = memory.getInt(at + Head.SECOND);
    byte[] data = new byte[start + memory.getInt(at + Head.FIRST)];
    memory.get(at + Head.BYTES, data);
    boolean isCut = memory.getLong(at + Head.ARGUMENTS) > data.length - start;
    arguments = new StringList(strings(data, start), new BitSet(), true, isCut);
    Bytes name = Bytes.copyOf(data, 0, Math.max(0, start - 1));
    int end = descriptorEnd(name);
    path = end < 0 ? name : name.slice(Math.min(end + 1, name.length()), name.length());
    descriptor = end < 0 ? 0 : number(name, BY_DESCRIPTOR.length(), end);
    thread = tid;
    type = end < 0 ? Syscall.EXECVE : Syscall.EXECVEAT;
    hasResult = true;
    argumentCount = pathArgument() + 3;
  }

  private int pathArgument() {
    return type == Syscall.EXECVE ? 0 : 1;
  }

  /** Returns the end of the prefix {@code /dev/fd/N}; -1 without this prefix. */
  private static int descriptorEnd(Bytes name) {
    int start = BY_DESCRIPTOR.length();
    int end = name.startsWith(BY_DESCRIPTOR) ? start : -1;
    while (end >= 0 && end < name.length() && Character.isDigit(name.at(end))) {
      end++;
    }
    return end == start ? -1 : end;
  }

  private static int number(Bytes text, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number * 10 + text.at(i) - '0';
    }
    return number;
  }

  private static List<Bytes> strings(byte[] data, int start) {
    List<Bytes> found = new ArrayList<>();
    for (int from = start; from < data.length; ) {
      int to = from;
      while (to < data.length && data[to] != 0) {
        to++;
      }
      found.add(Bytes.copyOf(data, from, to));
      from = to + 1;
    }
    return found;
  }

  @Override
  public long longAt(int argument) {
    return argument == 0 ? descriptor : 0;
  }

  @Override
  public boolean isString(int argument) {
    return argument == pathArgument();
  }

  @Override
  public Bytes stringAt(int argument) {
    return isString(argument) ? path : Bytes.EMPTY;
  }

  @Override
  public StringList stringsAt(int argument) {
    return argument == pathArgument() + 1 ? arguments : environment;
  }
}
