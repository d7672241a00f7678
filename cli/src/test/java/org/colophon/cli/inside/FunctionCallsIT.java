// SPDX-License-Identifier: Apache-2.0
package org.colophon.cli.inside;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.colophon.cli.command.KernelEvents;
import org.colophon.core.model.AccessMode;
import org.colophon.core.model.fact.ProcessInfo;
import org.colophon.query.api.LineageQuery;
import org.colophon.query.api.Root;
import org.colophon.query.engine.LineageEngine;
import org.colophon.query.export.Exporters;
import org.colophon.query.format.ExportOptions;
import org.colophon.reporters.function.FunctionReporter;
import org.colophon.reporters.function.FunctionSettings;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests function calls in instrumented programs. */
@Timeout(300)
class FunctionCallsIT {
  private static final int NO_RETURN = 1;
  private static final int SCREEN_LINES = 25;

  @TempDir private Path temporary;

  private InsideGraph graph;

  @BeforeEach
  void openKernel() throws IOException {
    graph = new InsideGraph(temporary);
  }

  @AfterEach
  void closeKernel() throws IOException {
    graph.close();
  }

  private int trace(String... words) throws Exception {
    return traceWith(InsideGraph.ALL, words);
  }

  private int traceWith(FunctionSettings settings, String... words) throws Exception {
    String[] command = words.clone();
    command[0] = graph.compile("calls.c").toString();
    String[] all = new String[words.length + 1];
    all[0] = command[0];
    System.arraycopy(words, 0, all, 1, words.length);
    return graph.trace("strace", settings, false, all);
  }

  private List<String> sums() {
    return graph.calls("sum").stream()
        .map(call -> String.join(" ", InsideGraph.arguments(call)))
        .toList();
  }

  @Test
  void recordsArgumentsAndResultsOfEachKind() throws Exception {
    assertThat(trace("values")).isZero();

    assertThat(InsideGraph.arguments(graph.call("sum"))).containsExactly("sum", "a=-3", "b=5");
    assertThat(InsideGraph.arguments(graph.call("half"))).containsExactly("half", "x=5.0");
    assertThat(InsideGraph.arguments(graph.call("size_of")))
        .containsExactly("size_of", "text=\"text\"");
    assertThat(graph.objects(graph.call("sum"), AccessMode.READ)).containsExactly("a=-3", "b=5");
    assertThat(graph.objects(graph.call("sum"), AccessMode.WRITE)).containsExactly("sum() = 2");
    assertThat(graph.objects(graph.call("half"), AccessMode.WRITE)).containsExactly("half() = 2.5");
    assertThat(graph.objects(graph.call("sum"), AccessMode.CODE))
        .singleElement()
        .asString()
        .matches("sum at .*/src/test/c/calls.c:17");
    assertThat(graph.objects(graph.call("main"), AccessMode.READ)).doesNotContain("sum() = 2");
  }

  @Test
  void recordsEachCallAsAChildOfItsCaller() throws Exception {
    trace("values");

    ProcessInfo main = graph.call("main");
    assertThat(graph.caller(graph.call("sum")).id()).isEqualTo(main.id());
    ProcessInfo program = graph.caller(main);
    assertThat(program.declaration().executable().toString()).endsWith("/calls");
    assertThat(graph.call("sum").exitStatus()).isZero();
  }

  @Test
  void endsOpenCallsOnLongjmp() throws Exception {
    assertThat(trace("jump")).isZero();

    assertThat(graph.calls("jump")).hasSize(4);
    assertThat(graph.calls("jump")).allMatch(call -> call.exitStatus() == NO_RETURN);
    ProcessInfo after = graph.call("sum");
    assertThat(graph.caller(after).id()).isEqualTo(graph.call("main").id());
    assertThat(graph.calls("jump")).allMatch(call -> call.endLsn() < after.declaredLsn());
  }

  @Test
  void endsOpenCallsOnException() throws Exception {
    Path program = graph.compile("thrown.cc", "-O1");

    assertThat(graph.trace("strace", InsideGraph.ALL, false, program.toString())).isEqualTo(42);

    assertThat(graph.calls("thrown::bottom(int)")).hasSize(3);
    assertThat(graph.calls("thrown::bottom(int)")).allMatch(call -> call.exitStatus() == NO_RETURN);
    ProcessInfo after = graph.call("thrown::after(int)");
    assertThat(graph.caller(after).id()).isEqualTo(graph.call("main").id());
    assertThat(graph.objects(after, AccessMode.WRITE)).containsExactly("thrown::after(int)() = 42");
  }

  @Test
  void recordsCallsBetweenAProgramAndItsLibrary() throws Exception {
    String compiler = FunctionReporter.compiler(false).toString();
    Path library = graph.directory.resolve("libtwice.so");
    Path source = Files.writeString(graph.directory.resolve("twice.c"), LIBRARY);
    Path main = Files.writeString(graph.directory.resolve("main.c"), PROGRAM);
    Path program = graph.directory.resolve("uses");
    build(compiler, "-shared", "-fPIC", "-o", "" + library, "" + source);
    build(compiler, "-o", "" + program, "" + main, "" + library);

    assertThat(graph.trace("strace", InsideGraph.ALL, false, "" + program)).isZero();

    assertThat(graph.caller(graph.call("twice")).id()).isEqualTo(graph.call("main").id());
    assertThat(graph.caller(graph.call("back")).id()).isEqualTo(graph.call("twice").id());
    assertThat(graph.calls("at_load")).hasSize(1);
  }

  private static final String LIBRARY =
      """
      __attribute__((constructor, noinline)) void at_load(void) {}
      __attribute__((noinline)) int twice(int (*call)(int)) { return call(1) * 2; }
      """;

  private static final String PROGRAM =
      """
      int twice(int (*)(int));
      __attribute__((noinline)) static int back(int x) { return x; }
      int main(void) { return twice(back) != 2; }
      """;

  private static void build(String... words) throws Exception {
    assertThat(new ProcessBuilder(words).inheritIO().start().waitFor()).isZero();
  }

  @Test
  void separatesCallsOfThreads() throws Exception {
    assertThat(trace("threads")).isZero();

    assertThat(sums())
        .containsExactlyInAnyOrder("sum a=0 b=1", "sum a=10 b=1", "sum a=20 b=1", "sum a=30 b=1");
    assertThat(graph.calls("work"))
        .hasSize(4)
        .allMatch(work -> graph.caller(work).id() == graph.call("main").id());
    for (ProcessInfo sum : graph.calls("sum")) {
      assertThat(graph.caller(sum).declaration().executable().toString()).isEqualTo("work");
    }
  }

  @Test
  void recordsCallsOfASignalHandler() throws Exception {
    assertThat(trace("signal")).isZero();

    assertThat(sums()).containsExactly("sum a=10 b=1000", "sum a=2 b=2");
    assertThat(graph.caller(graph.calls("sum").get(0)).id()).isEqualTo(graph.call("handler").id());
    assertThat(graph.caller(graph.calls("sum").get(1)).id()).isEqualTo(graph.call("main").id());
  }

  @Test
  void recordsCallsOfAForkedChildInTheChild() throws Exception {
    assertThat(trace("fork")).isZero();

    ProcessInfo child = graph.caller(call("sum a=100 b=1"));
    ProcessInfo parent = graph.caller(call("sum a=200 b=1"));
    assertThat(child.declaration().executable().toString()).endsWith("/calls");
    assertThat(parent.id()).isEqualTo(graph.call("main").id());
    assertThat(child.declaration().pid()).isNotEqualTo(parent.declaration().pid());
  }

  private ProcessInfo call(String words) {
    return graph.calls("sum").stream()
        .filter(each -> String.join(" ", InsideGraph.arguments(each)).equals(words))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"strace", "ebpf"})
  void recordsReadsAndWritesOfCallsOnTheTracersFiles(String tracer) throws Exception {
    KernelEvents.assumeFor(tracer, temporary);
    Path in = Files.writeString(graph.directory.resolve("in"), "some text");
    Path out = graph.directory.resolve("out");
    Path printed = graph.directory.resolve("printed");
    Path program = graph.compile("calls.c");

    graph.trace(
        tracer, InsideGraph.ALL, false, "" + program, "files", "" + in, "" + out, "" + printed);

    ProcessInfo copy = graph.call("copy");
    assertThat(graph.objects(copy, AccessMode.READ)).contains("in");
    assertThat(graph.objects(copy, AccessMode.WRITE)).containsExactly("out");
    assertThat(graph.objects(graph.call("print"), AccessMode.WRITE)).containsExactly("printed");
    assertThat(graph.objects(graph.call("print"), AccessMode.READ)).contains("sum() = 42");
    assertThat(graph.object(out)).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"strace", "ebpf"})
  void attributesAccessesOfLibrariesToInnermostCall(String tracer) throws Exception {
    KernelEvents.assumeFor(tracer, temporary);
    for (int i = 1; i <= 7; i++) {
      Files.writeString(graph.directory.resolve("i" + i), "a" + i + "\nb" + i + "\n");
    }
    Path program = graph.compile("streams.cc", "-O2");

    String inDirectory = "cd " + graph.directory + " && exec " + program;
    assertThat(graph.trace(tracer, InsideGraph.ALL, false, "sh", "-c", inDirectory)).isZero();

    assertFiles("streams(char const*, char const*)", "i1", "o1");
    assertFiles("sends(char const*, char const*)", "i2", "o2");
    assertFiles("copies(char const*, char const*)", "i3", "o3");
    assertFiles("maps(char const*, char const*)", "i4", "o4");
    assertFiles("stdios(char const*, char const*)", "i6", "o6");
    assertFiles("throws(char const*)", "i7", null);
    assertFiles("catches(char const*, char const*)", null, "o7");
    assertThat(graph.objects(graph.call("renames(char const*, char const*)"), AccessMode.NAME))
        .contains("o4");
    ProcessInfo whole = graph.caller(graph.call("main"));
    assertThat(files(whole, AccessMode.READ)).isSubsetOf("i4");
    assertThat(files(whole, AccessMode.WRITE)).isEmpty();
    assertThat(graph.objects(graph.call("main"), AccessMode.READ)).isEmpty();
    assertThat(graph.reader().gaps()).isEmpty();
  }

  private void assertFiles(String function, String read, String written) {
    ProcessInfo call = graph.call(function);
    assertThat(files(call, AccessMode.READ)).isEqualTo(read == null ? List.of() : List.of(read));
    assertThat(files(call, AccessMode.WRITE))
        .isEqualTo(written == null ? List.of() : List.of(written));
  }

  private List<String> files(ProcessInfo process, AccessMode mode) {
    return graph.objects(process, mode).stream()
        .filter(name -> name.matches("[io][1-7]"))
        .distinct()
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-O0", "-O2"})
  void keepsFramesSmall(String level) throws Exception {
    List<String> plain = frames("clang", level);
    List<String> instrumented = frames(FunctionReporter.compiler(false).toString(), level);

    assertThat(instrumented).hasSameSizeAs(plain).hasSize(5);
    for (int i = 0; i < plain.size(); i++) {
      assertThat(bytes(instrumented.get(i)))
          .as(plain.get(i))
          .isLessThanOrEqualTo(bytes(plain.get(i)) + 32);
    }
  }

  private static int bytes(String frame) {
    return Integer.parseInt(frame.substring(frame.indexOf(' ') + 1));
  }

  private List<String> frames(String compiler, String level) throws Exception {
    Path program = graph.directory.resolve("frames");
    build(compiler, level, "-o", "" + program, "src/test/c/frames.c");
    Process process = new ProcessBuilder("" + program).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).isZero();
    return lines;
  }

  @Test
  void keepsTailCalls() throws Exception {
    Path program = graph.compile("tailcall.c", "-O2");

    Process process = new ProcessBuilder("" + program, "1000000").start();

    assertThat(process.inputReader().lines()).containsExactly("500000500000", "tail", "1");
    assertThat(process.waitFor()).isZero();
  }

  @Test
  void recordsTailCalls() throws Exception {
    Path program = graph.compile("tailcall.c", "-O2");

    assertThat(graph.trace("strace", InsideGraph.ALL, false, "" + program, "3")).isZero();

    List<ProcessInfo> even = graph.calls("is_even");
    List<ProcessInfo> odd = graph.calls("is_odd");
    assertThat(even).hasSize(2);
    assertThat(odd).hasSize(2);
    assertThat(graph.caller(odd.get(0)).id()).isEqualTo(even.get(0).id());
    assertThat(graph.caller(even.get(1)).id()).isEqualTo(odd.get(0).id());
    assertThat(even.get(0).endLsn()).isLessThan(odd.get(1).endLsn());
    assertThat(odd).allMatch(call -> call.exitStatus() == 0);
    assertThat(graph.objects(graph.call("main"), AccessMode.READ)).contains("is_odd() = 0");
    assertThat(graph.caller(even.get(0)).id()).isEqualTo(graph.call("main").id());
    assertThat(graph.objects(graph.call("say"), AccessMode.WRITE)).hasSize(2);
  }

  @Test
  void recordsTheCallsBeforeACrash() throws Exception {
    assertThat(trace("crash")).isEqualTo(139);

    assertThat(sums()).containsExactly("sum a=7 b=7");
    assertThat(graph.call("main").exitStatus()).isEqualTo(NO_RETURN);
  }

  @Test
  void endsOpenCallsWithoutReturnWhenProgramExits() throws Exception {
    assertThat(trace("leave")).isEqualTo(9);

    assertThat(graph.call("leave").exitStatus()).isEqualTo(NO_RETURN);
    assertThat(graph.call("sum").exitStatus()).isZero();
  }

  @Test
  void recordsMoreCallsThanTheRingHolds() throws Exception {
    assertThat(trace("many", "350000")).isZero();

    assertThat(graph.calls("sum").size()).isEqualTo(350_000);
    assertThat(graph.reader().gaps()).isEmpty();
  }

  @Test
  void showsLineageOfTwoLinesOnOneScreenAfterThousandCalls() throws Exception {
    Path source = Files.writeString(graph.directory.resolve("loop.c"), LOOP);
    Path program = graph.directory.resolve("loop");
    Path out = graph.directory.resolve("lines");
    build(FunctionReporter.compiler(false).toString(), "-o", "" + program, "" + source);

    assertThat(graph.trace("strace", InsideGraph.ALL, false, "" + program, "" + out)).isZero();

    assertThat(graph.calls("next")).hasSize(1000);
    String tree = lineage("tree", out);
    assertThat(tree).contains("next (1,000 calls)", "999 calls folded");
    assertThat(tree.lines()).hasSizeLessThan(SCREEN_LINES);
    assertThat(lineage("table", out).lines()).hasSizeLessThan(SCREEN_LINES);
    assertThat(lineage("json", out).lines())
        .filteredOn(line -> line.contains("\"name\" : \"next() = "))
        .hasSize(1000);
  }

  private String lineage(String format, Path file) throws IOException {
    LineageQuery query =
        LineageQuery.builder().root(Root.object(graph.object(file))).folded(true).build();
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    Exporters.get(format)
        .write(
            new LineageEngine(graph.reader()).collect(query),
            ExportOptions.plain().folding(true),
            text);
    return text.toString(StandardCharsets.UTF_8);
  }

  private static final String LOOP =
      """
      #include <stdio.h>
      __attribute__((noinline)) static int next(int x) { return x * 5 + 1; }
      int main(int count, char **words) {
        int x = count;
        for (int i = 0; i < 1000; i++) x = next(x) % 1000;
        FILE *out = fopen(words[1], "w");
        fprintf(out, "%d\\n%d\\n", x, x + 1);
        return fclose(out);
      }
      """;

  @Test
  void recordsOnlySelectedFunctions() throws Exception {
    FunctionSettings chosen = new FunctionSettings(List.of("s*"), Integer.MAX_VALUE, 0, false, 1);

    traceWith(chosen, "values");

    assertThat(graph.calls("main")).isEmpty();
    assertThat(graph.calls("half")).isEmpty();
    assertThat(graph.calls("sum")).hasSize(1);
    assertThat(graph.calls("size_of")).hasSize(1);
  }

  @Test
  void recordsOnlyExportedFunctionsToADepth() throws Exception {
    traceWith(new FunctionSettings(List.of(), Integer.MAX_VALUE, 0, true, 1), "values");
    assertThat(graph.calls("half")).isEmpty();
    assertThat(graph.calls("sum")).hasSize(1);

    traceWith(new FunctionSettings(List.of(), 1, 0, false, 1), "values");
    assertThat(graph.calls("main")).hasSize(2);
    assertThat(graph.calls("sum")).hasSize(1);
  }

  @Test
  void recordsLongCallsWithTheirCallers() throws Exception {
    traceWith(new FunctionSettings(List.of(), 9, 3_600_000_000_000L, false, 1), "values");

    assertThat(graph.calls("main")).isEmpty();

    traceWith(new FunctionSettings(List.of(), 9, 1, false, 1), "values");

    assertThat(graph.caller(graph.call("sum")).id()).isEqualTo(graph.call("main").id());
  }

  @Test
  void recordsEveryNthCallIfSampled() throws Exception {
    traceWith(
        new FunctionSettings(List.of("sum"), Integer.MAX_VALUE, 0, false, 10), "many", "1000");

    assertThat(graph.calls("sum")).hasSize(100);
  }

  @Test
  void readsLogsOfAnUnwatchedProgram() throws Exception {
    Path logs = Files.createDirectory(graph.directory.resolve("logs"));
    Path in = Files.writeString(graph.directory.resolve("in"), "some text");
    Path program = graph.compile("calls.c");
    ProcessBuilder alone =
        new ProcessBuilder(
            "" + program, "files", "" + in, "" + graph.directory.resolve("out"), "printed");
    alone.directory(graph.directory.toFile());
    alone.environment().put(FunctionSettings.VARIABLE, InsideGraph.ALL.withoutTracer(logs));
    assertThat(alone.start().waitFor()).isZero();

    graph.read(logs);

    ProcessInfo copy = graph.call("copy");
    assertThat(graph.objects(copy, AccessMode.READ)).contains("in");
    assertThat(graph.objects(copy, AccessMode.WRITE)).containsExactly("out");
    assertThat(graph.objects(graph.call("print"), AccessMode.WRITE)).containsExactly("printed");
    assertThat(graph.caller(graph.call("main")).declaration().executable().toString())
        .isEqualTo(program.toString());
  }

  @Test
  void runsAsUsualWithoutADirectoryForItsLogs() throws Exception {
    Path program = graph.compile("calls.c");
    ProcessBuilder alone = new ProcessBuilder("" + program, "many", "1000");
    alone
        .environment()
        .put(
            FunctionSettings.VARIABLE,
            InsideGraph.ALL.withoutTracer(Path.of("/no/such/directory")));

    Process process = alone.start();

    assertThat(process.inputReader().readLine()).isEqualTo("1000");
    assertThat(process.waitFor()).isZero();
  }
}
