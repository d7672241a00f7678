package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real build of forty C files, two jobs at once. {@code gcc -MD} says exactly what each object
 * was made from; the data ancestors that we find, within the project and /usr/include, are the
 * same: precision and recall are 1.
 */
@Timeout(600)
class CompilerTruthIT {
  private static final int SOURCES = 40;
  private static final int HEADERS = 25;
  private static final String[] SYSTEM_HEADERS = {
    "stdio.h", "stdlib.h", "string.h", "errno.h", "stdint.h", "math.h", "time.h", "ctype.h"
  };

  @TempDir Path temp;

  @Test
  void shouldFindWhatTheCompilerSaysItRead() throws Exception {
    Path project = Files.createDirectory(temp.resolve("project")).toRealPath();
    writeProject(project, new Random(42));
    Predicate<String> sources =
        name ->
            (name.startsWith(project + "/") && (name.endsWith(".c") || name.endsWith(".h")))
                || name.startsWith("/usr/include/");
    try (TracedRun run = new TracedRun(temp.resolve("store"))) {
      run.shell(project, "make -j2 >make.log", false);
      Set<String> all = new TreeSet<>();
      for (int i = 0; i < SOURCES; i++) {
        Set<String> truth = dependencies(project, project.resolve("unit" + i + ".d"));
        all.addAll(truth);
        assertThat(run.dataAncestors(project.resolve("unit" + i + ".o"), sources))
            .as("unit%d.o", i)
            .isEqualTo(truth);
      }
      assertThat(run.dataAncestors(project.resolve("program"), sources)).isEqualTo(all);
    }
  }

  private static void writeProject(Path project, Random random) throws IOException {
    for (int i = 0; i < HEADERS; i++) {
      StringBuilder header = new StringBuilder("#pragma once\n");
      for (int j = 0; j < random.nextInt(3) && i > 0; j++) {
        header.append("#include \"h%d.h\"\n".formatted(random.nextInt(i)));
      }
      header.append("static inline int h%d(int x) { return x + %d; }\n".formatted(i, i));
      Files.writeString(project.resolve("h" + i + ".h"), header);
    }
    for (int i = 0; i < SOURCES; i++) {
      StringBuilder source = new StringBuilder();
      source.append(
          "#include <%s>\n".formatted(SYSTEM_HEADERS[random.nextInt(SYSTEM_HEADERS.length)]));
      int used = random.nextInt(HEADERS);
      source.append("#include \"h%d.h\"\n#include \"h%d.h\"\n".formatted(used, i % HEADERS));
      source.append("int unit%d(int x) { return h%d(x); }\n".formatted(i, used));
      if (i == 0) {
        source.append("int main(void) { return unit0(0) < 0; }\n");
      }
      Files.writeString(project.resolve("unit" + i + ".c"), source);
    }
    Files.writeString(
        project.resolve("Makefile"),
        """
        OBJECTS = $(patsubst %.c,%.o,$(wildcard unit*.c))
        program: libunits.a unit0.o
        \t$(CC) -pipe -o $@.new unit0.o libunits.a && mv $@.new $@
        libunits.a: $(OBJECTS)
        \tar rcs $@ $(OBJECTS)
        %.o: %.c
        \t$(CC) -Wall -O1 -MD -c -o $@ $<
        """);
  }

  /** The prerequisites in a .d file, as absolute paths without symbolic links and dots. */
  private static Set<String> dependencies(Path project, Path file) throws IOException {
    List<String> words = new ArrayList<>();
    for (String word : Files.readString(file).replace("\\\n", " ").trim().split("\\s+")) {
      if (!word.endsWith(":")) {
        words.add(word);
      }
    }
    Set<String> paths = new TreeSet<>();
    for (String word : words) {
      String path = project.resolve(word).toRealPath().toString();
      if (path.startsWith(project.toString()) || path.startsWith("/usr/include/")) {
        paths.add(path);
      }
    }
    assertThat(paths).as("prerequisites in %s", file).hasSizeGreaterThan(2);
    return paths;
  }
}
