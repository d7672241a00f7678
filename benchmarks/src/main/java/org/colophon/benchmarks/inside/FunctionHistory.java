package org.colophon.benchmarks.inside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.colophon.benchmarks.command.Programs;
import org.colophon.reporters.function.FunctionReporter;

/**
 * A C program that copies files at random, within a function call or between calls. It writes the
 * true inputs of each output.
 */
final class FunctionHistory implements QualitySuite.History {
  private static final int INPUTS = 8;

  private static final String PROGRAM =
      """
      #include <stdio.h>
      #include <stdlib.h>
      static char kept[64];
      static unsigned seed = 3;
      static int any(void) { return (seed = seed * 1103515245 + 12345) >> 16 & 7; }

      __attribute__((noinline)) static void append(FILE *to, const char *name) {
        char text[64];
        FILE *from = fopen(name, "r");
        size_t count = fread(text, 1, sizeof(text), from);
        fclose(from);
        fwrite(text, 1, count, to);
      }

      __attribute__((noinline)) static void join(const char *one, const char *other, const char *name) {
        FILE *to = fopen(name, "w");
        append(to, one);
        append(to, other);
        fclose(to);
      }

      __attribute__((noinline)) static void copy(const char *one, const char *name) {
        char text[64];
        FILE *from = fopen(one, "r");
        size_t count = fread(text, 1, sizeof(text), from);
        fclose(from);
        FILE *to = fopen(name, "w");
        fwrite(text, 1, count, to);
        fclose(to);
      }

      __attribute__((noinline)) static void keep(const char *name) {
        FILE *from = fopen(name, "r");
        kept[fread(kept, 1, sizeof(kept) - 1, from)] = 0;
        fclose(from);
      }

      __attribute__((noinline)) static void put(const char *name) {
        FILE *to = fopen(name, "w");
        fputs(kept, to);
        fclose(to);
      }

      int main(void) {
        FILE *truth = fopen("truth", "w");
        for (int i = 0; i < 24; i++) {
          char one[16], other[16], out[16];
          snprintf(one, sizeof(one), "in%d", any());
          snprintf(other, sizeof(other), "in%d", any());
          snprintf(out, sizeof(out), "out%d", i);
          fprintf(truth, "%s %s", out, one);
          if (i % 4 == 0) {
            join(one, other, out);
            fprintf(truth, " %s", other);
          } else if (i % 4 == 1) {
            keep(one);
            put(out);
          } else {
            copy(one, out);
          }
          fputc('\\n', truth);
        }
        fclose(truth);
        return 0;
      }
      """;

  @Override
  public String name() {
    return "C program";
  }

  @Override
  public Set<String> methods() {
    return Set.of(
        QualityBenchmark.KERNEL_EVENTS, QualityBenchmark.FUNCTIONS, QualityBenchmark.BYTES);
  }

  @Override
  public void prepare(Path directory) throws IOException {
    for (String input : inputs()) {
      Files.writeString(directory.resolve(input), "text of " + input + "\n");
    }
    Path source = Files.writeString(directory.resolve("program.c"), PROGRAM);
    String program = directory.resolve("program").toString();
    String compiler = FunctionReporter.compiler(false).toString();
    Programs.run(List.of(compiler, "-O2", "-o", program, source.toString()), Map.of());
    Files.writeString(directory.resolve("script"), "./program");
  }

  @Override
  public Set<String> inputs() {
    Set<String> inputs = new TreeSet<>();
    for (int i = 0; i < INPUTS; i++) {
      inputs.add("in" + i);
    }
    return inputs;
  }

  @Override
  public Map<String, Set<String>> truth(Path directory) throws IOException {
    Map<String, Set<String>> edges = new TreeMap<>();
    for (String line : Files.readAllLines(directory.resolve("truth"))) {
      List<String> names = List.of(line.split(" ", -1));
      edges.put(names.get(0), new TreeSet<>(names.subList(1, names.size())));
    }
    return edges;
  }
}
