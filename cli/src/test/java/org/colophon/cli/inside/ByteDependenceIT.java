// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.colophon.core.model.Bytes;
import org.colophon.core.model.bytes.ByteMap;
import org.colophon.core.model.bytes.ByteMap.Origin;
import org.colophon.core.spi.reporter.OperationSink;
import org.colophon.reporters.bytes.ByteLog;
import org.colophon.reporters.bytes.ByteTool;
import org.colophon.reporters.common.inside.ProgramLog;
import org.colophon.reporters.common.inside.ProgramLogs.TracedProcess;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that no byte that depends on an input is called literal. The truth comes from running each
 * command on changed inputs: an output byte that differs depends on the input.
 */
@Timeout(300)
class ByteDependenceIT {
  private static final int OUTPUT = 1;

  private static final String TEXT = "12 alpha,one\n30 bravo,two\n07 charlie,three\n12 alpha,one\n";

  /** Changes of letters, of digits, and of the length. The first text is the recorded one. */
  private static final List<String> INPUTS =
      List.of(
          TEXT,
          TEXT.replace('a', 'k').replace('o', 'u'),
          TEXT.replace('1', '4').replace('0', '5'),
          TEXT.substring(13) + "99 zulu,nine\n5 x,y\n");

  private static final String PREPARE =
      "sort in > s; gzip -kn in; bzip2 -k in; xz -k in; base64 in > in.b64; tar cf in.tar in;"
          + " sed s/bravo/x/ in > other; sort other > t";

  @TempDir private static Path temporary;

  @BeforeAll
  static void makeInputs() throws Exception {
    for (int i = 0; i < INPUTS.size(); i++) {
      Path directory = Files.createDirectory(directory(i));
      Files.writeString(directory.resolve("in"), INPUTS.get(i));
      run(i, List.of("sh", "-c", PREPARE), Map.of());
    }
  }

  private static Path directory(int input) {
    return temporary.resolve("" + input);
  }

  /** Runs a command and returns the content of its output. */
  private static byte[] run(int input, List<String> command, Map<String, String> environment)
      throws Exception {
    Path output = directory(input).resolve("out");
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory(input).toFile());
    builder.environment().putAll(environment);
    builder.redirectInput(directory(input).resolve("in").toFile());
    builder.redirectOutput(output.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
    assertThat(builder.start().waitFor()).as(command.toString()).isIn(0, 1);
    return Files.readAllBytes(output);
  }

  private record Program(int pid, long id) implements TracedProcess {
    @Override
    public long object(int fd, boolean isRead) {
      return isRead ? 1000 + fd : fd;
    }
  }

  /** Origins of the bytes of the output of a recorded command. */
  private static final class Recorded {
    private final byte[] output;
    private final Origin[] origins;

    Recorded(String command) throws Exception {
      Path logs = Files.createTempDirectory(temporary, "logs");
      ByteTool tool = ByteTool.build("tables");
      output = run(0, tool.command(List.of("sh", "-c", command), logs), tool.environment(logs));
      origins = new Origin[output.length];
      read(logs);
    }

    private void read(Path logs) throws IOException {
      OperationSink sink =
          (OperationSink)
              Proxy.newProxyInstance(
                  getClass().getClassLoader(),
                  new Class<?>[] {OperationSink.class},
                  (proxy, method, arguments) -> {
                    if (method.getName().equals("extend") && arguments[1].equals((long) OUTPUT)) {
                      ByteMap.decode((Bytes) arguments[3]).forEach(this::add);
                    }
                    return null;
                  });
      Program program = new Program(1, 1);
      try (Stream<Path> files = Files.list(logs)) {
        for (Path file : files.filter(each -> each.toString().endsWith(".bytes")).toList()) {
          try (ProgramLog log = ByteLog.format().open(file, program)) {
            log.advance(Long.MAX_VALUE, program, sink);
          }
        }
      }
    }

    private void add(ByteMap map) {
      int at = (int) map.offset();
      for (ByteMap.Segment segment : map.segments()) {
        for (long i = segment.length(); i > 0 && at < origins.length; i--) {
          origins[at++] = segment.origin();
        }
      }
    }
  }

  /** Returns the bytes of a recorded output that change with the input. */
  private static BitSet dependent(String command, byte[] recorded) throws Exception {
    BitSet dependent = new BitSet();
    for (int input = 1; input < INPUTS.size(); input++) {
      byte[] other = run(input, List.of("sh", "-c", command), Map.of());
      for (int i = 0; i < recorded.length; i++) {
        if (i >= other.length || recorded[i] != other[i]) {
          dependent.set(i);
        }
      }
    }
    return dependent;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat in",
        "tac in",
        "rev in",
        "head -n1 in",
        "tail -n1 in",
        "sort -n in",
        "uniq -c s",
        "wc in",
        "wc -c < in",
        "stat -c %s in",
        "tr a-z A-Z",
        "cut -d, -f2 in",
        "paste in s",
        "join -j1 s t",
        "comm s t",
        "diff in other",
        "cmp in other",
        "nl in",
        "fold -w5 in",
        "od -c in",
        "md5sum in",
        "cksum in",
        "base64 in",
        "base64 -d in.b64",
        "gzip -cn in",
        "gzip -dc in.gz",
        "xz -c in",
        "xz -dc in.xz",
        "bzip2 -c in",
        "bzip2 -dc in.bz2",
        "tar cf - in",
        "tar xOf in.tar",
        "tar tvf in.tar",
        "grep -c a in",
        "grep -n alpha in",
        "sed s/alpha/X/ in",
        "sed -n '/12/=' in",
        "awk '{s+=$1} END{print s}' in",
        "awk -F, '{c[$2]++} END{for (k in c) print c[k]}' in",
        "perl -ne '$n+=length; END{print $n*3}' in",
        "perl -pe 's/(\\d+)/$1+1/e' in",
        "/usr/bin/python3 -S -c 'import hashlib, json; t = open(\"in\").read().split();"
            + " print(sum(int(x) for x in t if x.isdigit()), json.dumps(t));"
            + " print(hashlib.sha1(str(t).encode()).hexdigest())'",
        "while read n rest; do echo $((n)); done",
        "read n rest; [ $n = 12 ] && echo twelve || echo other",
        "if grep -q alpha in; then echo yes; else echo no; fi",
        "read n rest; printf '%s\\n' $rest",
        "xargs -n4 echo < in",
        "read n rest; expr 1 + $n"
      })
  void callsNoByteLiteralThatDependsOnTheInput(String command) throws Exception {
    Recorded recorded = new Recorded(command);
    BitSet dependent = dependent(command, recorded.output);

    assertThat(run(0, List.of("sh", "-c", command), Map.of())).isEqualTo(recorded.output);
    assertThat(dependent.isEmpty()).as("the output depends on the input").isFalse();
    assertThat(Arrays.asList(recorded.origins)).as("each byte is recorded").doesNotContainNull();
    List<Integer> wrong = new ArrayList<>();
    dependent.stream().filter(i -> recorded.origins[i] == Origin.LITERAL).forEach(wrong::add);
    assertThat(wrong).as("literal bytes that depend on the input").isEmpty();
  }

  @Test
  void callsBytesLiteralThatAProgramWritesBeforeItsFirstInput() throws Exception {
    assertThat(new Recorded("printf 'a,b\\n'; cat in").origins)
        .startsWith(Origin.LITERAL, Origin.LITERAL, Origin.LITERAL, Origin.LITERAL, Origin.COPIED);
  }
}
