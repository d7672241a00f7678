// SPDX-License-Identifier: Apache-2.0
package org.colophon.reporters.ebpf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;
import org.colophon.reporters.replay.ReplayReporter;
import org.colophon.reporters.replay.content.WantedVariables;
import org.colophon.reporters.strace.StraceReporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the lineage recorded from kernel events with the lineage recorded by strace. */
class SameLineageIT {
  private static final List<String> INPUTS = List.of("a", "b", "c");

  @TempDir Path directory;

  @BeforeAll
  static void requireKernelEvents() {
    KernelEvents.assume();
  }

  private Set<String> lineage(String name, String script) throws IOException {
    Path place = Files.createDirectory(directory.toRealPath().resolve(name));
    for (String input : INPUTS) {
      Files.writeString(place.resolve(input), input + input + "\n");
    }
    List<String> command = List.of("sh", "-c", "cd '" + place + "' || exit 99; " + script);
    FlowSink sink = new FlowSink();
    ReplayReporter reporter =
        name.equals("strace")
            ? new StraceReporter.Builder().command(command).build()
            : EbpfReporter.command(command, EbpfOptions.DEFAULT);
    reporter.run(sink.context());
    assertThat(reporter.exitStatus()).isZero();
    assertThat(sink.refused).isEmpty();
    assertThat(sink.tools).containsExactly(name);
    assertThat(sink.gaps).isEmpty();
    Set<String> found = new TreeSet<>();
    try (Stream<Path> files = Files.walk(place)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        for (String source : sink.sources(file.toString(), place + "/")) {
          found.add(source.replaceAll("^st\\w{6}$", "temporary") + " -> " + place.relativize(file));
        }
      }
    }
    return found;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cp a x; cp -a b y; cp -r . ../copy-$$; rm -r ../copy-$$",
        "mv a x; cat x b > y; mv y z",
        "ln a x; cat x > y; ln -s b s; cat s > z",
        "cat a | tr a-z A-Z | sort > p; cat a b | cat > q",
        "cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w; rm f;"
            + " cat b>f; cat f>v; sort a | tr a-z A-Z > p",
        "while read line; do echo $line; done < a > x; exec 3< b; cat <&3 > y; (cat c; cat a) > z",
        "echo $(cat a) > x; cat <<E > y\n$(cat b)\nE\ntee t1 t2 < c > t3",
        "tar cf all.tar a b; mkdir out; tar xf all.tar -C out; gzip -k a; zcat a.gz > back",
        "mkdir d; cd d; cp ../a .; cat a > ../x; cd ..; mkfifo f; cat b > f & cat f > y; wait",
        "sh -c 'exec 5> x; cat a >&5; exec cat b >&5'; dd if=c of=y bs=1 2> /dev/null",
        "./script > x 2> /dev/null || { printf '#!/bin/cat\\nhi' > s; chmod +x s; ./s > y; }",
        "sleep 0.1 & cat a > x & cat b > y & wait",
        "for i in 1 2 3 4 5 6; do cat a; done > l; while read line; do echo $line; done < l > x;"
            + " for i in 1 2 3 4 5 6; do echo $i; done > y; cat c c c c > m;"
            + " while read line; do :; done < m; for i in 1 2 3 4 5 6; do echo $i; done > z",
        "cat a a a a > l; dd if=l bs=1 of=x; dd if=x bs=1 | dd bs=1 | dd bs=2 of=y; rm x;"
            + " dd if=b bs=1 of=x; dd if=x bs=1 of=z",
        "mkdir d e; cat a > d/f; unshare -m sh -c 'mount --bind d e; cat e/f > x; cat b > e/g';"
            + " cat d/g > y",
      })
  void findsSameLineageAsStrace(String script) throws IOException {
    assertThat(lineage("ebpf", script)).isEqualTo(lineage("strace", script)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "printf 'int main(void) { return 0; }' > m.c; gcc -pipe -c m.c; gcc m.o -o m; ./m",
        "printf 'int f(void) { return 1; }' > f.c; gcc -c f.c; ar rc l.a f.o",
      })
  void findsSameLineageOfCompilerAsStrace(String script) throws IOException {
    assumeThat(Files.isExecutable(Path.of("/usr/bin/gcc"))).as("gcc is not installed").isTrue();
    assertThat(lineage("ebpf", script)).isEqualTo(lineage("strace", script)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import os; m, s = os.openpty()\n"
            + "if os.fork() == 0: open('x', 'w').write(os.read(s, 99).decode()); os._exit(0)\n"
            + "os.write(m, open('a', 'rb').read()); os.wait()",
        "import os, tty; m, s = os.openpty(); name = os.ttyname(s); tty.setraw(s)\n"
            + "if os.fork() == 0: open('x', 'wb').write(os.read(m, 99)); os._exit(0)\n"
            + "os.write(os.open(name, os.O_RDWR), open('a', 'rb').read()); os.wait()",
        "import os; open('f', 'w')\n"
            + "if os.fork() == 0: os.setxattr('f', 'user.k', open('a', 'rb').read()); os._exit(0)\n"
            + "os.wait(); open('x', 'wb').write(os.getxattr('f', 'user.k'))",
        "import ctypes, os, socket, struct; text = ctypes.create_string_buffer\n"
            + "r = socket.socket(socket.AF_INET, socket.SOCK_DGRAM); r.bind(('127.0.0.1', 0))\n"
            + "if os.fork() == 0:\n"
            + "  data = text(open('a', 'rb').read()); port = socket.htons(r.getsockname()[1])\n"
            + "  to = text(struct.pack('=HH4s8x', 2, port, b'\\x7f\\0\\0\\1'), 16)\n"
            + "  part = text(struct.pack('QQ', ctypes.addressof(data), len(data)), 16)\n"
            + "  m = struct.pack('QI4xQQQQI4xI4x', ctypes.addressof(to), 16,"
            + " ctypes.addressof(part), 1, 0, 0, 0, 0)\n"
            + "  s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
            + "  os._exit(ctypes.CDLL(None).sendmmsg(s.fileno(), text(m, 64), 1, 0) - 1)\n"
            + "os.wait(); open('x', 'wb').write(r.recv(99))",
      })
  void recordsSameTerminalsAndAttributesAsStrace(String program) throws IOException {
    String script = "python3 - << 'END'\n" + program + "\nEND";
    assertThat(lineage("strace", script)).contains("a -> x").doesNotContain("b -> x");
    assertThat(lineage("ebpf", script)).contains("a -> x").doesNotContain("b -> x");
  }

  @Test
  void recordsFileThatIsOpenedByHandle() throws IOException {
    assumeThat(System.getProperty("user.name")).as("needs root").isEqualTo("root");
    String program =
        "import ctypes, os, struct; c = ctypes.CDLL(None); os.mkdir('d'); os.rename('a', 'd/a')\n"
            + "handle = ctypes.create_string_buffer(struct.pack('Ii', 128, 0), 136)\n"
            + "c.name_to_handle_at(-100, b'd/a', handle, ctypes.byref(ctypes.c_int()), 0)\n"
            + "f = c.open_by_handle_at(os.open('.', os.O_RDONLY), handle, 0)\n"
            + "text = os.read(f, 99); os.close(f); open('x', 'wb').write(text)";
    assertThat(lineage("ebpf", "python3 - << 'END'\n" + program + "\nEND"))
        .contains("a -> x")
        .doesNotContain("b -> x");
  }

  @Test
  void marksArgumentsThatAreCut() {
    for (String tool : List.of("ebpf", "strace")) {
      List<String> command = List.of("sh", "-c", ": \"$@\"; exec true $(seq 9000)");
      FlowSink sink = new FlowSink();
      ReplayReporter reporter =
          tool.equals("strace")
              ? new StraceReporter.Builder().command(command).build()
              : EbpfReporter.command(command, EbpfOptions.DEFAULT);
      reporter.run(sink.context());
      assertThat(sink.cutCommands).as(tool).containsExactly("true");
    }
  }

  private static List<String> environments(String tool, String script, String... globs) {
    List<String> command = List.of("env", "-i", "/bin/sh", "-c", script);
    FlowSink sink = new FlowSink();
    ReplayReporter reporter =
        tool.equals("strace")
            ? new StraceReporter.Builder().command(command).recordVariables(List.of(globs)).build()
            : EbpfReporter.command(
                command,
                EbpfOptions.DEFAULT.recordingVariables(WantedVariables.of(List.of(globs))));
    reporter.run(sink.context());
    assertThat(reporter.exitStatus()).isZero();
    assertThat(sink.refused).isEmpty();
    return sink.environments;
  }

  @Test
  void recordsSameVariablesAsStrace() {
    String script =
        "A=1 B='\"b\\\n\u00fc' C= SECRET=s /bin/true; /bin/false ||"
            + " A=$(printf %05000d 7) exec /bin/true";
    List<String> found = environments("ebpf", script, "A", "?");
    assertThat(found).isEqualTo(environments("strace", script, "A", "?"));
    assertThat(found)
        .contains(
            "{\"variables\":{}}",
            "{\"variables\":{\"A\":\"1\",\"B\":\"\\\"b\\\\\\u000a\\u00fc\",\"C\":\"\"}}",
            "{\"variables\":{\"A\":\"" + "0".repeat(4094) + "\"},\"cut\":[\"A\"]}");
  }

  @Test
  void recordsNoVariablesByDefault() {
    assertThat(environments("ebpf", "A=1 /bin/true")).isEmpty();
    assertThat(environments("strace", "A=1 /bin/true")).isEmpty();
  }

  @Test
  void marksEnvironmentThatIsTooLong() {
    String script =
        "for i in $(seq 10 40); do export V$i=$(printf %04000d 1); done; exec /bin/true";
    List<String> found = environments("ebpf", script, "V??");
    String last = found.get(found.size() - 1);
    assertThat(last).contains("\"V1").doesNotContain("cut").endsWith("},\"isIncomplete\":true}");
    assertThat(last.length()).isBetween(16 * 4000, 65_536);
  }

  @Test
  void reportsMissingCommandWithStatusOfShells() {
    ReplayReporter reporter =
        EbpfReporter.command(List.of("no-such-command-here"), EbpfOptions.DEFAULT);
    ColophonException failure =
        catchThrowableOfType(ColophonException.class, () -> reporter.run(new FlowSink().context()));
    assertThat(failure.code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(reporter.exitStatus()).isEqualTo(ReplayReporter.NOT_FOUND_STATUS);
  }
}
