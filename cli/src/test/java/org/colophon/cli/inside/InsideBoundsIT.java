// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.bytes.ByteLog;
import org.colophon.reporters.bytes.ByteTool;
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;
import org.colophon.reporters.function.FunctionReporter;
import org.colophon.reporters.function.FunctionSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that beyond a limit programs continue to work, and answers become less precise but stay
 * complete.
 */
@Timeout(300)
class InsideBoundsIT {
  private static final int SIZE = 600;

  @TempDir private Path temporary;
  private Path logs;

  /** Number of gaps in the logs read by {@link #maps}. */
  private int gaps;

  @BeforeEach
  void makeFiles() throws IOException {
    logs = Files.createDirectory(temporary.resolve("logs"));
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < SIZE; i++) {
      text.append((char) ('a' + i % 26));
    }
    Files.writeString(temporary.resolve("in"), text);
  }

  private record Process(int pid, long id) implements TracedProcess {
    @Override
    public long object(int fd, boolean isRead) {
      return isRead ? 1000 + fd : 2000 + fd;
    }
  }

  private String run(List<String> words, Map<String, String> environment) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(words).directory(temporary.toFile());
    builder.environment().putAll(environment);
    java.lang.Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(String.join(" ", words)).isZero();
    return output;
  }

  private String runWithBytes(String options, String... command) throws Exception {
    ByteTool tool = ByteTool.build("tables");
    List<String> words = new ArrayList<>(tool.command(List.of(command), logs));
    words.addAll(2, List.of(options.split(" ")));
    return run(words, tool.environment(logs));
  }

  private List<ByteMap> maps() throws IOException {
    List<ByteMap> maps = new ArrayList<>();
    gaps = 0;
    OperationSink sink =
        (OperationSink)
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
    try (Stream<Path> files = Files.list(logs)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".bytes")).toList()) {
        Process process = new Process(1, 1);
        try (ProgramLog log = ByteLog.format().open(file, process)) {
          log.advance(Long.MAX_VALUE, process, sink);
          log.end(process, sink);
        }
      }
    }
    return maps;
  }

  @Test
  void reportsMoreInputsButNeverFewerWhenSetsAreBounded() throws Exception {
    String output = runWithBytes("--max-sets=10 --max-ranges=1", "base64", "-w0", "in");

    assertThat(output).hasSize(SIZE * 4 / 3);
    List<ByteMap> maps = maps();
    int checked = 0;
    for (ByteMap map : maps) {
      long at = map.offset();
      for (ByteMap.Segment segment : map.segments()) {
        for (long i = at; i < at + segment.length(); i++) {
          long first = i * 6 / 8;
          boolean hasFirst =
              segment.origin() == ByteMap.Origin.COPIED
                  ? segment.parts().get(0).offset() + i - at == first
                  : segment.parts().stream()
                      .anyMatch(p -> p.offset() <= first && first < p.offset() + p.length());
          assertThat(hasFirst).as("byte %d", i).isTrue();
          checked++;
        }
        at += segment.length();
      }
    }
    assertThat(checked).isEqualTo(output.length());
  }

  @Test
  void runsTheProgramUnchangedWithoutMemoryForLabels() throws Exception {
    assertThat(runWithBytes("--max-pages=1", "cat", "in"))
        .isEqualTo(Files.readString(temporary.resolve("in")));
  }

  @Test
  void keepsProgramsRunningWhenTheDiskOfTheirLogsIsFull() throws Exception {
    assumeThat(System.getProperty("user.name")).as("needs root: mounts").isEqualTo("root");
    run(List.of("mount", "-t", "tmpfs", "-o", "size=128k", "logs", logs.toString()), Map.of());
    try {
      String text = Files.readString(temporary.resolve("in")).repeat(100);
      Files.writeString(temporary.resolve("big"), text);
      assertThat(runWithBytes("--max-ranges=16", "dd", "if=big", "bs=7", "status=none"))
          .isEqualTo(text);
      assertThat(runWithBytes("--max-ranges=16", "cat", "in")).isEqualTo(text.substring(0, SIZE));
      maps();
      assertThat(gaps).as("number of gaps, one for each program").isEqualTo(2);
      String compiler = FunctionReporter.compiler(false).toString();
      Path source = Path.of("src/test/c/calls.c").toAbsolutePath();
      run(List.of(compiler, "-o", "calls", source.toString(), "-pthread"), Map.of());
      Map<String, String> environment =
          Map.of(FunctionSettings.VARIABLE, InsideGraph.ALL.withoutTracer(logs));
      assertThat(run(List.of("./calls", "many", "100000"), environment)).isEqualTo("100000\n");
    } finally {
      run(List.of("umount", logs.toString()), Map.of());
    }
  }

  @Test
  void followsAMillionBytes() throws Exception {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < 130_000; i++) {
      numbers.add(i);
    }
    Collections.shuffle(numbers, new Random(5));
    StringBuilder text = new StringBuilder();
    numbers.forEach(number -> text.append(String.format("%07d\n", number)));
    Files.writeString(temporary.resolve("many"), text);
    long[] offsets = new long[numbers.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[numbers.get(i)] = 8L * i;
    }

    String output = runWithBytes("--max-ranges=16", "sort", "--parallel=1", "many");

    assertThat(output.length()).isEqualTo(8 * offsets.length);
    int checked = 0;
    for (ByteMap map : maps()) {
      long at = map.offset();
      for (ByteMap.Segment segment : map.segments()) {
        for (long i = at; i < at + segment.length(); i++) {
          if (i % 8 == 7) {
            continue; // the program may have generated the line end
          }
          long origin = segment.parts().get(0).offset() + i - at;
          if (segment.origin() != ByteMap.Origin.COPIED
              || origin != offsets[(int) (i / 8)] + i % 8) {
            throw new AssertionError("byte " + i + " came from " + segment);
          }
          checked++;
        }
        at += segment.length();
      }
    }
    assertThat(checked).isEqualTo(7 * offsets.length);
    assertThat(gaps).isZero();
  }

  @Test
  void reportsErrorsOfTheCompiler() throws Exception {
    Path source = Files.writeString(temporary.resolve("bad.c"), "int main( { return 0; }\n");
    java.lang.Process process =
        new ProcessBuilder(FunctionReporter.compiler(false).toString(), "" + source).start();

    assertThat(new String(process.getErrorStream().readAllBytes())).contains("bad.c:1:11: error");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void returnsTheSameErrorsForInvalidPointers() throws Exception {
    Path source = Files.writeString(temporary.resolve("wrong.c"), WRONG);
    run(List.of("gcc", "-w", "-o", "wrong", source.toString()), Map.of());

    String plain = run(List.of("./wrong"), Map.of());

    assertThat(plain).contains("-1 14");
    assertThat(runWithBytes("--max-ranges=16", "./wrong")).isEqualTo(plain);
  }

  private static final String WRONG =
      """
      #define _GNU_SOURCE
      #include <errno.h>
      #include <stdio.h>
      #include <sys/socket.h>
      #include <sys/uio.h>
      #include <unistd.h>
      static void tell(long result) { printf("%ld %d\\n", result, result < 0 ? errno : 0); }
      int main(void) {
        int ends[2];
        pipe(ends);
        struct iovec wrong = {(void *)8, 100}, huge = {&huge, (size_t)1 << 40};
        tell(write(ends[1], (void *)8, 10));
        tell(writev(ends[1], (void *)8, 3));
        tell(writev(ends[1], &wrong, 1));
        tell(writev(ends[1], &wrong, 1 << 20));
        tell(pwrite(99, &wrong, 4, 0));
        tell(sendmsg(ends[1], (void *)8, 0));
        tell(read(ends[0], (void *)8, 0));
        tell(copy_file_range(0, (void *)8, 1, (void *)8, 5, 0));
        return 0;
      }
      """;

  @Test
  void recordsProgramsWithoutSymbols() throws Exception {
    Path source = Files.writeString(temporary.resolve("copy.c"), "#include <unistd.h>\n" + COPY);
    run(List.of("gcc", "-static", "-s", "-o", "copy", source.toString()), Map.of());

    assertThat(runWithBytes("--max-ranges=16", "sh", "-c", "./copy < in"))
        .isEqualTo(Files.readString(temporary.resolve("in")).substring(0, 50));

    assertThat(maps())
        .anyMatch(
            map ->
                map.segments().size() == 1 && map.segments().get(0).parts().get(0).length() == 50);
  }

  private static final String COPY =
      """
      int main(void) {
        char text[50];
        return write(1, text, read(0, text, 50)) != 50;
      }
      """;
}
