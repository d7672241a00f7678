// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.Medians;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Programs;

/**
 * Measures how much digests and inspectors slow down a traced build of C files, from the start of
 * the tracer to its end. With a cold cache all files are hashed, with a warm one only the outputs,
 * since each build writes new files.
 */
record DigestCost(Path launcher, Path directory, int rounds) {
  private static final int FILES = 80;
  private static final int FUNCTIONS = 150;
  private static final String MODE = "build";
  private static final String SECONDS = "seconds";

  /**
   * A way to build.
   *
   * @param options options of the trace; empty for no trace
   */
  private record Mode(String name, List<String> options, boolean isWarm) {}

  private static final String DIGESTS = "--digests";

  private static final Mode BASE =
      new Mode("traced without digests", List.of(DIGESTS, "none"), false);

  /** Copies the sources first, and compares each object file with its absence. */
  private static final Mode INSPECTED =
      new Mode(
          "without digests, text inspector",
          List.of(
              DIGESTS,
              "none",
              "--inspectors",
              "text",
              "--inspector-option",
              "text.globs=*.c,*.o,Makefile,program"),
          false);

  Experiment experiment() {
    List<Mode> modes =
        List.of(
            BASE,
            new Mode("untraced", List.of(), false),
            new Mode("digests, cold cache", List.of(DIGESTS, "all"), false),
            new Mode("digests, warm cache", List.of(DIGESTS, "all"), true),
            INSPECTED);
    return Experiment.named("capture-digests")
        .setting("files", FILES)
        .setting("rounds", rounds)
        .rounds(rounds, 1)
        .alternating(modes.stream().<Experiment.Run>map(mode -> round -> measure(mode)).toList())
        .table(DigestCost::compared);
  }

  private static List<Figures> compared(List<Figures> runs) {
    List<Figures> rows = Medians.rows(runs, MODE);
    double base =
        rows.stream()
            .filter(row -> row.value(MODE).equals(BASE.name()))
            .findFirst()
            .orElseThrow()
            .number(SECONDS);
    rows.forEach(row -> row.put("of " + BASE.name(), row.number(SECONDS) / base));
    return rows;
  }

  private List<Figures> measure(Mode mode) throws IOException {
    Path scratch = Directories.newIn(directory);
    Path project = write(Files.createDirectory(scratch.resolve("project")));
    if (mode.isWarm()) {
      build(mode, scratch, project);
      Programs.run(List.of("make", "-s", "-C", project.toString(), "clean"), Map.of());
    }
    long began = System.nanoTime();
    build(mode, scratch, project);
    double seconds = (System.nanoTime() - began) / 1e9;
    Directories.delete(scratch);
    return Figures.of(MODE, mode.name()).and(SECONDS, seconds).row();
  }

  private void build(Mode mode, Path scratch, Path project) {
    List<String> command = new ArrayList<>();
    if (!mode.options().isEmpty()) {
      command.addAll(List.of(launcher.toString(), "trace", "--with", "ebpf"));
      command.addAll(mode.options());
      command.addAll(List.of("--store", scratch.resolve("store").toString(), "--"));
    }
    command.addAll(List.of("make", "-s", "-j2"));
    List<String> inside = new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\""));
    inside.add(project.toString());
    inside.addAll(command);
    Programs.run(inside, Map.of("XDG_CACHE_HOME", scratch.resolve("cache").toString()));
  }

  private static Path write(Path project) throws IOException {
    StringBuilder objects = new StringBuilder();
    for (int file = 0; file < FILES; file++) {
      StringBuilder source = new StringBuilder("#include <stdio.h>\n#include <stdlib.h>\n");
      for (int i = 0; i < FUNCTIONS; i++) {
        source.append(
            "int f%d_%d(int x) { for (int i = 0; i < x; i++) x += i %% %d; return x; }\n"
                .formatted(file, i, i + 2));
      }
      Files.writeString(project.resolve("f" + file + ".c"), source);
      objects.append(" f").append(file).append(".o");
    }
    Files.writeString(project.resolve("main.c"), "int main(void) { return 0; }\n");
    String make =
        "program: main.o%s\n\tgcc -o $@ $^\n%%.o: %%.c\n\tgcc -O2 -c -o $@ $<\nclean:\n\trm -f *.o program\n"
            .formatted(objects);
    Files.writeString(project.resolve("Makefile"), make);
    return project;
  }
}
