// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FunctionLogTest {
  private static final int HEADER_BYTES = 4096;

  @TempDir private Path directory;

  private final List<String> calls = new ArrayList<>();

  private record Process(int pid, long id) implements TracedProcess {
    @Override
    public long object(int fd, boolean isRead) {
      return 7;
    }
  }

  private OperationSink sink() {
    long[] last = {100};
    return (OperationSink)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {OperationSink.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName());
              return method.getReturnType() == long.class ? ++last[0] : null;
            });
  }

  private static ByteBuffer header(int records) {
    ByteBuffer log = ByteBuffer.allocate(HEADER_BYTES + records).order(ByteOrder.LITTLE_ENDIAN);
    return log.putLong(0, 0x32304e554643L).putInt(8, 5).putLong(24, records);
  }

  /** Returns a log with a function's description, its call, a read and its return. */
  private static byte[] whole() {
    ByteBuffer records = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
    byte[] names = "sum\0/sum.c\0a\0".getBytes(StandardCharsets.UTF_8);
    records.put((byte) 1).put((byte) 1).putShort((short) 48).putInt(0).putLong(0);
    records.putInt(12).put((byte) 1).put((byte) 1).putShort((short) 0).put((byte) 1);
    records.position(32).put(names).position(48);
    records.put((byte) 2).put((byte) 1).putShort((short) 24).putInt(0).putLong(1).putLong(41);
    records.put((byte) 8).put((byte) 0).putShort((short) 16).putInt(0).putLong(1000);
    records.put((byte) 5).put((byte) 0).putShort((short) 24).putInt(3).putLong(0).putLong(9);
    records.put((byte) 3).put((byte) 0).putShort((short) 16).putInt(0).putLong(42);
    ByteBuffer log = header(records.position());
    log.position(HEADER_BYTES).put(records.flip());
    return log.array();
  }

  private void read(byte[] log, long until) throws IOException {
    Path file = Files.write(directory.resolve("x.functions"), log);
    Process process = new Process(5, 1);
    try (org.colophon.reporters.common.inside.ProgramLog opened =
        FunctionLog.format().open(file, process)) {
      opened.advance(until, process, sink());
      opened.end(process, sink());
    }
  }

  @Test
  void reportsDataAtTimeOfItsCall() throws IOException {
    read(whole(), 999);
    assertThat(calls).containsSubsequence("process", "link", "access").endsWith("exit");
    long before = calls.stream().filter("access"::equals).count();
    calls.clear();

    read(whole(), 1000);

    assertThat(calls.stream().filter("access"::equals).count()).isEqualTo(before + 3);
  }

  @Test
  void rejectsRecordsThatExceedLog() {
    byte[] log = whole();
    log[HEADER_BYTES + 2] = (byte) 0xff;

    assertThatThrownBy(() -> read(log, Long.MAX_VALUE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("damaged");
  }

  @Test
  void rejectsCallsOfUnknownFunctions() {
    byte[] log = whole();
    log[HEADER_BYTES + 48 + 4] = 9;

    assertThatThrownBy(() -> read(log, Long.MAX_VALUE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("unknown function 9");
  }

  @Test
  void rejectsLogsOfOtherVersions() {
    byte[] log = whole();
    log[4]++;

    assertThatThrownBy(() -> read(log, Long.MAX_VALUE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("compile the program again");
  }

  @Test
  void survivesDamagedLogs() throws IOException {
    Random random = new Random(17);
    for (int i = 0; i < Effort.times(100); i++) {
      byte[] log = whole();
      for (int j = random.nextInt(8); j >= 0; j--) {
        int at = random.nextInt(4) == 0 ? 16 + random.nextInt(50) : HEADER_BYTES;
        at += at == HEADER_BYTES ? random.nextInt(log.length - HEADER_BYTES) : 0;
        log[at] = (byte) random.nextInt();
      }
      try {
        read(log, Long.MAX_VALUE);
      } catch (IOException e) {
        assertThat(e).hasMessageNotContaining("Exception");
      }
    }
  }
}
