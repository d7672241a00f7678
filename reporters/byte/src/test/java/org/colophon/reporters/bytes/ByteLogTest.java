// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.bytes;

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
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;
import org.colophon.testing.effort.Effort;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ByteLogTest {
  @TempDir private Path directory;

  private final List<ByteMap> maps = new ArrayList<>();
  private int gaps;

  private record Process(int pid, long id) implements TracedProcess {
    @Override
    public long object(int fd, boolean isRead) {
      return 100 + fd;
    }
  }

  private OperationSink sink() {
    return (OperationSink)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {OperationSink.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("extend")) {
                maps.addAll(ByteMap.decode((Bytes) arguments[3]));
              } else if (method.getName().equals("gap")) {
                gaps++;
              }
              return null;
            });
  }

  private static void head(ByteBuffer log, int kind, int length, long nanos) {
    log.putInt(kind).putInt(length).putLong(nanos);
  }

  private static void source(ByteBuffer log, int number, int fd) {
    head(log, 1, 48, 10);
    log.putInt(number).putInt(fd).putLong(1).putLong(number).putLong(0);
  }

  private static void segment(ByteBuffer log, int kind, int what, long count, long offset) {
    log.putInt(kind).putInt(what).putLong(count).putLong(offset);
  }

  /** Returns the log of a program that writes bytes of each kind of origin. */
  private static byte[] whole() {
    ByteBuffer log = ByteBuffer.allocate(512).order(ByteOrder.LITTLE_ENDIAN);
    log.putLong(0x313054594243L);
    source(log, 0, 3);
    source(log, 1, 1);
    head(log, 2, 24 + 2 * 24, 20);
    log.putInt(6).putInt(2);
    segment(log, 1, 0, 4, 0);
    segment(log, 1, 0, 2, 8);
    head(log, 2, 24 + 2 * 24, 20);
    log.putInt(7).putInt(2);
    segment(log, 1, 0, 4, 0);
    segment(log, 0, 0, 1, 0);
    head(log, 3, 32 + 5 * 24, 30);
    log.putInt(1).putInt(5).putLong(1000);
    segment(log, 1, 0, 5, 16);
    segment(log, 0, 0, 1, 0);
    segment(log, 2, 6, 3, 0);
    segment(log, 3, 0, 2, 0);
    segment(log, 2, 7, 4, 0);
    head(log, 4, 32, 40);
    log.putLong(0).putLong(0);
    return Arrays.copyOf(log.array(), log.position());
  }

  private void read(byte[] content, long until) throws IOException {
    Path file = Files.write(directory.resolve("x.bytes"), content);
    Process process = new Process(5, 1);
    try (ProgramLog log = ByteLog.format().open(file, process)) {
      log.advance(until, process, sink());
      log.end(process, sink());
    }
  }

  @Test
  void attachesOriginsToWrittenObjects() throws IOException {
    read(whole(), 30);

    assertThat(maps)
        .containsExactly(
            new ByteMap(
                1000,
                List.of(
                    ByteMap.Segment.copy(new ByteMap.Part(103, 16, 5)),
                    ByteMap.Segment.unknown(1),
                    new ByteMap.Segment(
                        3,
                        ByteMap.Origin.COMPUTED,
                        List.of(new ByteMap.Part(103, 0, 4), new ByteMap.Part(103, 8, 2))),
                    ByteMap.Segment.literal(2),
                    ByteMap.Segment.unknown(4))));
  }

  @Test
  void countsALogWithoutAnEndAsAGap() throws IOException {
    read(whole(), Long.MAX_VALUE);
    assertThat(gaps).isZero();

    read(Arrays.copyOf(whole(), whole().length - 32), Long.MAX_VALUE);
    assertThat(gaps).isEqualTo(1);
  }

  @Test
  void waitsForTheTimeOfAWrite() throws IOException {
    read(whole(), 29);

    assertThat(maps).isEmpty();
  }

  @Test
  void waitsForTheRestOfARecord() throws IOException {
    byte[] log = whole();

    read(Arrays.copyOf(log, log.length - 40), 30);

    assertThat(maps).isEmpty();
  }

  @Test
  void rejectsOtherFiles() {
    assertThatThrownBy(() -> read("a text, not a log".getBytes(StandardCharsets.UTF_8), 30))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a log of bytes");
  }

  @Test
  void survivesDamagedLogs() {
    Random random = new Random(18);
    for (int i = 0; i < Effort.times(1000); i++) {
      byte[] log = whole();
      for (int j = random.nextInt(8); j >= 0; j--) {
        log[8 + random.nextInt(log.length - 8)] = (byte) random.nextInt();
      }
      try {
        read(log, Long.MAX_VALUE);
      } catch (IOException e) {
        assertThat(e).hasMessageNotContaining("Exception");
      }
    }
  }
}
