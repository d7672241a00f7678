// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.identity;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.colophon.cli.command.CommandTester;
import org.colophon.cli.command.CommandTester.Outcome;
import org.colophon.cli.command.KernelEvents;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the records of a program with and without each of the 44 system calls of <a
 * href="https://doi.org/10.1145/3361525.3361552">ProvMark</a> (Middleware 2019). A call is covered
 * if the records differ. The program that calls {@code exit} and the one that returns do the same,
 * so this call cannot be covered.
 */
class CallCoverageIT {
  private static final List<String> CALLS =
      List.of(
          ("close creat dup dup2 dup3 link linkat symlink symlinkat mknod mknodat open openat read"
                  + " pread rename renameat truncate ftruncate unlink unlinkat write pwrite clone"
                  + " execve exit fork kill vfork chmod fchmod fchmodat chown fchown fchownat setgid"
                  + " setregid setresgid setuid setreuid setresuid pipe pipe2 tee")
              .split(" ", -1));

  private static final String SCRIPT =
      """
      cd "$0" || exit 1
      for call; do
        for how in without with; do
          mkdir -p $call/$how
          (cd $call/$how; echo abc > f; echo abc > g; exec ../../calls $call $how)
        done
      done
      """;

  private static final Pattern DIRECTORY =
      Pattern.compile("(?m)^ +directory +/.*/(\\w+)/(with|without)$");

  private static final Pattern PID = Pattern.compile("(?m)^ +pid +([0-9]+)$");
  private static final Pattern PIPE = Pattern.compile("pipe:\\[([0-9]+)\\.");

  /** Identifiers, which differ in each run. */
  private static final Pattern VARYING =
      Pattern.compile(
          "(process|object):[0-9.v]+|LSN [0-9.open]+|pipe:\\[[0-9.]+]|pid +[0-9]+"
              + "|[0-9-]{10} [0-9:.]{12}|\\bwith(out)?\\b");

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"ebpf", "strace"})
  void recordsOfProgramDifferIfItMakesAnyCallButExit(String source)
      throws IOException, InterruptedException {
    KernelEvents.assumeFor(source, directory);
    compile(directory.resolve("calls"));
    CommandTester tester = new CommandTester(directory);
    List<String> command =
        new ArrayList<>(List.of("trace", "--with", source, "--no-suppress", "--", "sh", "-c"));
    command.addAll(List.of(SCRIPT, directory.toString()));
    command.addAll(CALLS);
    run(tester, command.toArray(String[]::new));

    Map<String, List<String>> records = records(tester);

    assertThat(CALLS).hasSize(44).allMatch(call -> records.containsKey(call + "/without"));
    assertThat(CALLS.stream().filter(call -> !isCovered(call, records))).containsExactly("exit");
  }

  private static boolean isCovered(String call, Map<String, List<String>> records) {
    List<String> with = Objects.requireNonNull(records.get(call + "/with"));
    return !with.equals(records.get(call + "/without"));
  }

  /** Returns the sorted records of the processes of each directory, and of the pipes they made. */
  private static Map<String, List<String>> records(CommandTester tester) throws IOException {
    String status = run(tester, "status", "--json");
    int processes = new ObjectMapper().readTree(status).get("processes").asInt();
    Stream<String> targets = IntStream.rangeClosed(1, processes).mapToObj(id -> "process:" + id);
    String shown = run(tester, Stream.concat(Stream.of("show"), targets).toArray(String[]::new));
    Map<String, List<String>> records = new HashMap<>();
    Map<String, List<String>> recordsOfPid = new HashMap<>();
    for (String process : shown.split("(?m)^(?=process:)", -1)) {
      Matcher matcher = DIRECTORY.matcher(process);
      if (matcher.find()) {
        String key = matcher.group(1) + "/" + matcher.group(2);
        List<String> ofCall = records.computeIfAbsent(key, absent -> new ArrayList<>());
        ofCall.addAll(Arrays.asList(VARYING.matcher(process).replaceAll("").split("\n", -1)));
        PID.matcher(process).results().forEach(pid -> recordsOfPid.put(pid.group(1), ofCall));
      }
    }
    PIPE.matcher(run(tester, "find", "pipe:*", "--kind", "pipe", "--limit", "1000"))
        .results()
        .map(pipe -> recordsOfPid.get(pipe.group(1)))
        .filter(Objects::nonNull)
        .forEach(ofMaker -> ofMaker.add("pipe"));
    records.values().forEach(lines -> lines.sort(null));
    return records;
  }

  private static String run(CommandTester tester, String... words) {
    Outcome outcome = tester.run(words);
    assertThat(outcome.exitCode()).as(outcome.err()).isZero();
    return outcome.out();
  }

  private static void compile(Path program) throws IOException, InterruptedException {
    Path source = program.resolveSibling("calls.c");
    try (InputStream text = CallCoverageIT.class.getResourceAsStream("calls.c")) {
      Files.copy(Objects.requireNonNull(text), source);
    }
    String[] command = {"gcc", "-w", "-o", program.toString(), source.toString()};
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
  }
}
