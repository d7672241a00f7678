// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.colophon.core.model.Bytes;
import org.colophon.reporters.ebpf.kernel.Head;
import org.colophon.reporters.replay.syscall.Flag;
import org.colophon.reporters.replay.syscall.StringList;
import org.colophon.reporters.replay.syscall.Syscall;
import org.junit.jupiter.api.Test;

class EventCallTest {
  private static final int TID = 7;
  private static final String IN6 = "\n\0\0\120\0\0\0\0" + "\0".repeat(15) + "\1";

  private static ByteBuffer record(int number, long result, int first, String data) {
    byte[] bytes = data.getBytes(ISO_8859_1);
    ByteBuffer memory =
        ByteBuffer.allocate(Head.BYTES + bytes.length).order(ByteOrder.nativeOrder());
    memory.putInt(Head.NUMBER, number).putLong(Head.RESULT, result);
    memory.putInt(Head.FIRST, first).putInt(Head.SECOND, bytes.length - first);
    return memory.put(Head.BYTES, bytes);
  }

  private static EventCall call(int number, long result, int first, String data) {
    return new EventCall().set(record(number, result, first, data), 0, TID);
  }

  private static String address(String data) {
    return call(42, 0, data.length(), data)
        .addressAt(1, name -> Bytes.of("/d/").concat(name))
        .name("x");
  }

  @Test
  void readsBothStringsOfRename() {
    EventCall call = call(82, 0, 2, "a\0bc\0");
    assertThat(call.type).isEqualTo(Syscall.RENAME);
    assertThat(call.stringAt(0)).isEqualTo(Bytes.of("a"));
    assertThat(call.stringAt(1)).isEqualTo(Bytes.of("bc"));
    assertThat(call.isString(2)).isFalse();
  }

  @Test
  void readsNoFlagsFromRegistersBeyondTheArgumentsOfACall() {
    Flag flag = Flag.of("RENAME_EXCHANGE", 2);
    int rename = 82;
    int renameAt = 264;
    int renameAt2 = 316;

    assertThat(withFifthRegister(rename, 2).has(4, flag)).isFalse();
    assertThat(withFifthRegister(renameAt, 2).has(4, flag)).isFalse();
    assertThat(withFifthRegister(renameAt2, 2).has(4, flag)).isTrue();
  }

  private static EventCall withFifthRegister(int number, long value) {
    ByteBuffer record = record(number, 0, 2, "a\0bc\0");
    record.putLong(Head.ARGUMENTS + 4 * Long.BYTES, value);
    return new EventCall().set(record, 0, TID);
  }

  @Test
  void distinguishesErrorFromAddressAndProgress() {
    assertThat(call(9, -4096, 0, "").succeeded()).isTrue();
    assertThat(call(9, -4095, 0, "").succeeded()).isFalse();
    EventCall connecting = call(42, -115, 0, "");
    assertThat(connecting.succeeded()).isFalse();
    assertThat(connecting.isInProgress).isTrue();
  }

  @Test
  void readsAddressesOfAllFamilies() {
    assertThat(address("\2\0\0\120\177\0\0\1")).isEqualTo("x://127.0.0.1:80");
    assertThat(address(IN6)).isEqualTo("x://[::1]:80");
    assertThat(address("\1\0s\0rest")).isEqualTo("x:///d/s:0");
    assertThat(address("\1\0\0s\0t")).startsWith("x://@s");
    assertThat(call(42, 0, 2, "\20\0").addressAt(1, name -> name)).isNull();
  }

  @Test
  void findsDescriptorsAfterOtherControlData() {
    String other = "\21\0\0\0\0\0\0\0" + "\1\0\0\0\2\0\0\0" + "x" + "\0".repeat(7);
    String rights = "\30\0\0\0\0\0\0\0" + "\1\0\0\0\1\0\0\0" + "\5\0\0\0\6\0\0\0";
    assertThat(call(47, 1, 0, other + rights).passedDescriptors()).containsExactly(5, 6);
    assertThat(call(47, 1, 0, other).passedDescriptors()).isEmpty();
    assertThat(call(47, 1, 0, rights.substring(0, 20)).passedDescriptors()).isEmpty();
  }

  @Test
  void keepsCopyOfBegunCallUntilItsEnd() {
    ByteBuffer memory = record(87, 0, 2, "a\0");
    EventCall call = new EventCall().begin(memory, 0, memory.capacity(), TID);
    memory.put(Head.BYTES, (byte) 'z');
    assertThat(call.succeeded()).isFalse();
    assertThat(call.end(0).succeeded()).isTrue();
    assertThat(call.stringAt(0)).isEqualTo(Bytes.of("a"));
  }

  @Test
  void ignoresRegistersOfForkInFlags() {
    Flag thread = Flag.of("CLONE_THREAD", 0x10000);
    for (int number : new int[] {56, 57, 58}) {
      ByteBuffer memory = record(number, 9, 0, "");
      memory.putInt(Head.KIND, Head.FORKED).putLong(Head.ARGUMENTS, 0x10000);
      assertThat(new EventCall().set(memory, 0, TID).hasCloneFlag(thread)).isEqualTo(number == 56);
    }
  }

  private static ExecutedProgram program(String path, String arguments, long size) {
    ByteBuffer memory = record(59, TID, path.length(), path + arguments);
    memory.putInt(Head.FIRST, arguments.length()).putInt(Head.SECOND, path.length());
    memory.putLong(Head.ARGUMENTS, size);
    return new ExecutedProgram(memory, 0, TID, StringList.HIDDEN);
  }

  @Test
  void readsProgramWithItsArguments() {
    ExecutedProgram program = program("/bin/x\0", "x\0\0y", 9);
    assertThat(program.type).isEqualTo(Syscall.EXECVE);
    assertThat(program.stringAt(0)).isEqualTo(Bytes.of("/bin/x"));
    assertThat(program.stringsAt(1).texts())
        .containsExactly(Bytes.of("x"), Bytes.EMPTY, Bytes.of("y"));
    assertThat(program.stringsAt(1).hasMore()).isTrue();
  }

  @Test
  void readsProgramThatDescriptorNames() {
    ExecutedProgram program = program("/dev/fd/34/d/x\0", "", 0);
    assertThat(program.type).isEqualTo(Syscall.EXECVEAT);
    assertThat(program.fdAt(0)).isEqualTo(34);
    assertThat(program.stringAt(1)).isEqualTo(Bytes.of("d/x"));
    assertThat(program("/dev/fd/3\0", "", 0).stringAt(1)).isEqualTo(Bytes.EMPTY);
    assertThat(program("/dev/fd/x\0", "", 0).type).isEqualTo(Syscall.EXECVE);
    assertThat(program("/dev/fd/99999999999\0", "", 0).type).isEqualTo(Syscall.EXECVEAT);
  }
}
