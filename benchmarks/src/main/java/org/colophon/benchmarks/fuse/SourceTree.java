// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.fuse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/**
 * Generates the same sources at each call: a tree of headers with the sizes of Linux's headers
 * (most small, a few large), and a small C project.
 *
 * @param headers number of headers
 * @param sources number of sources in the project
 */
record SourceTree(int headers, int sources) {
  /** Word that every tenth header contains. */
  static final String NEEDLE = "COLOPHON_NEEDLE";

  private static final int NEEDLE_EVERY = 10;
  private static final int HEADERS_A_DIRECTORY = 40;
  private static final int MEDIAN_LINES = 60;
  private static final int MAX_LINES = 6_000;
  private static final int HEADERS_A_SOURCE = 8;
  private static final int FUNCTIONS_A_SOURCE = 40;
  private static final int PROJECT_HEADERS = 40;

  int headersWithNeedle() {
    return (headers + NEEDLE_EVERY - 1) / NEEDLE_EVERY;
  }

  /** Writes the headers into directories of some dozens each. */
  void writeHeaders(Path directory) throws IOException {
    Random random = new Random(headers);
    for (int i = 0; i < headers; i++) {
      Path parent = directory.resolve("part" + i / HEADERS_A_DIRECTORY);
      if (i % HEADERS_A_DIRECTORY == 0) {
        Files.createDirectories(parent);
      }
      double size = MEDIAN_LINES * Math.exp(1.2 * random.nextGaussian());
      int lines = (int) Math.min(MAX_LINES, 1 + size);
      StringBuilder text = new StringBuilder();
      if (i % NEEDLE_EVERY == 0) {
        text.append("/* ").append(NEEDLE).append(" */\n");
      }
      for (int line = 0; line < lines; line++) {
        String name = Integer.toString(random.nextInt(1 << 20), 36);
        text.append("#define DEVICE_REGISTER_")
            .append(name)
            .append(" 0x")
            .append(line)
            .append('\n');
      }
      Files.writeString(parent.resolve("header" + i + ".h"), text);
    }
  }

  /** Writes the project: each source includes some of the headers and defines functions. */
  void writeProject(Path directory) throws IOException {
    Path include = Files.createDirectories(directory.resolve("include"));
    for (int i = 0; i < PROJECT_HEADERS; i++) {
      String text = "#define VALUE_%d %d\nint function_%d(int);\n".formatted(i, i, i);
      Files.writeString(include.resolve("h" + i + ".h"), text);
    }
    StringBuilder calls = new StringBuilder();
    StringBuilder declarations = new StringBuilder();
    for (int i = 0; i < sources; i++) {
      Files.writeString(directory.resolve(sourceName(i)), source(i));
      declarations.append("int part_%d(int);\n".formatted(i));
      calls.append(" + part_%d(1)".formatted(i));
    }
    Files.writeString(
        directory.resolve("main.c"),
        "#include <stdio.h>\n"
            + declarations
            + "int main(void) { printf(\"%d\\n\", 0"
            + calls
            + "); return 0; }\n");
  }

  private static String source(int number) {
    StringBuilder text = new StringBuilder("#include <stdlib.h>\n#include <string.h>\n");
    for (int i = 0; i < HEADERS_A_SOURCE; i++) {
      text.append("#include <h%d.h>\n".formatted((number + i) % PROJECT_HEADERS));
    }
    for (int i = 0; i < FUNCTIONS_A_SOURCE; i++) {
      text.append("static int step_%d(int x) { return x + %d; }\n".formatted(i, number));
    }
    text.append("int part_%d(int x) {\n".formatted(number));
    for (int i = 0; i < FUNCTIONS_A_SOURCE; i++) {
      text.append("  x = step_%d(x);\n".formatted(i));
    }
    return text.append("  return x;\n}\n").toString();
  }

  /** Returns the name of a source of the project. */
  static String sourceName(int number) {
    return "part" + number + ".c";
  }

  /** Returns the expected output of the project's program. */
  String projectOutput() {
    int sum = 0;
    for (int i = 0; i < sources; i++) {
      sum += 1 + FUNCTIONS_A_SOURCE * i;
    }
    return Integer.toString(sum);
  }
}
