package org.colophon.cli.truth;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Random scripts that know their own truth, really run and traced: precision and recall are 1. */
@Timeout(600)
class RandomPipelinesIT {
  private static final int SCRIPTS = 12;
  private static final int STEPS = 40;
  private static final String THREADED_COPY =
      """
      #include <fcntl.h>
      #include <pthread.h>
      #include <unistd.h>
      static char buffer[4096];
      static ssize_t length;
      static void *copy_in(void *path) {
        int in = open(path, O_RDONLY);
        length = read(in, buffer, sizeof buffer);
        close(in);
        return 0;
      }
      static void *copy_out(void *path) {
        int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
        if (write(out, buffer, length) != length) _exit(1);
        close(out);
        return 0;
      }
      int main(int argc, char **argv) {
        pthread_t thread;
        (void)argc;
        pthread_create(&thread, 0, copy_in, argv[1]);
        pthread_join(thread, 0);
        pthread_create(&thread, 0, copy_out, argv[2]);
        pthread_join(thread, 0);
        return 0;
      }
      """;

  @TempDir Path temp;

  @Test
  void shouldFindTheSourcesOfEveryFile() throws Exception {
    long seed = System.nanoTime();
    Path program = compile();
    int checked = 0;
    for (int i = 0; i < SCRIPTS; i++) {
      Path work = Files.createDirectory(temp.resolve("work" + i)).toRealPath();
      for (int j = 0; j < ScriptGenerator.SOURCES; j++) {
        Files.writeString(work.resolve("s" + j), "source " + j + "\n");
      }
      ScriptGenerator generator = new ScriptGenerator(seed + i, program.toString());
      String script = generator.script(STEPS);
      try (TracedRun run = new TracedRun(temp.resolve("store" + i))) {
        run.shell(work, script, i % 2 == 0);
        checked += check(run, work, generator.truth(), "seed " + (seed + i) + ": " + script);
      }
    }
    assertThat(checked).isGreaterThan(SCRIPTS);
  }

  private Path compile() throws Exception {
    Path source = temp.resolve("tcopy.c");
    Path program = temp.resolve("tcopy");
    Files.writeString(source, THREADED_COPY);
    Process compiler =
        new ProcessBuilder("gcc", "-pthread", "-o", program.toString(), source.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(compiler.exitValue()).isZero();
    return program;
  }

  private static int check(TracedRun run, Path work, Map<String, Set<String>> truth, String what) {
    int checked = 0;
    for (Map.Entry<String, Set<String>> file : truth.entrySet()) {
      if (file.getKey().startsWith("s")) {
        continue;
      }
      Set<String> found = new TreeSet<>();
      run.dataAncestors(work.resolve(file.getKey()), name -> isSource(work, name))
          .forEach(path -> found.add(path.substring(path.lastIndexOf('/') + 1)));
      Set<String> expected = new TreeSet<>(file.getValue());
      if (isLinkToSource(work, file.getKey())) {
        expected.clear();
      }
      assertThat(found).as("%s of %s", file.getKey(), what).isEqualTo(expected);
      checked++;
    }
    return checked;
  }

  private static boolean isSource(Path work, String name) {
    return name.matches("\\Q" + work + "\\E/s[0-9]");
  }

  /** A hard link to a source is the source itself, so the source is not among its ancestors. */
  private static boolean isLinkToSource(Path work, String file) {
    try {
      Object key = Files.getAttribute(work.resolve(file), "unix:ino");
      for (int i = 0; i < ScriptGenerator.SOURCES; i++) {
        if (key.equals(Files.getAttribute(work.resolve("s" + i), "unix:ino"))) {
          return true;
        }
      }
      return false;
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
