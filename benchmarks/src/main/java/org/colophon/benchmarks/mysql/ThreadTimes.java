package org.colophon.benchmarks.mysql;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.StringTokenizer;
import java.util.TreeMap;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.ErrorCode;

/**
 * Processor time of the threads of a process that are alive, by the names that Linux has for them,
 * in ticks of 10 ms. Threads of one name are one.
 */
record ThreadTimes(Map<String, Ticks> byName) {
  private static final double SECONDS_PER_TICK = 0.01;

  /** Of /proc/PID/task/TID/stat, behind the name; then come user and system time. */
  private static final int FIELDS_BEFORE_USER = 11;

  /** Time in programs and in the kernel. */
  record Ticks(long user, long system) {
    Ticks plus(Ticks more) {
      return new Ticks(user + more.user, system + more.system);
    }

    /** Not below nothing: one of several threads of a name may have ended. */
    Ticks minus(Ticks less) {
      return new Ticks(Math.max(0, user - less.user), Math.max(0, system - less.system));
    }

    double userSeconds() {
      return user * SECONDS_PER_TICK;
    }

    double systemSeconds() {
      return system * SECONDS_PER_TICK;
    }
  }

  static ThreadTimes of(long process) {
    Path tasks = Path.of("/proc", Long.toString(process), "task");
    Map<String, Ticks> times = new TreeMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        add(thread.resolve("stat"), times);
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + tasks + ": " + e, e);
    }
    return new ThreadTimes(times);
  }

  private static void add(Path stat, Map<String, Ticks> times) throws IOException {
    try {
      String line = Files.readString(stat);
      int end = line.lastIndexOf(')');
      StringTokenizer fields = new StringTokenizer(line.substring(end + 2));
      for (int i = 0; i < FIELDS_BEFORE_USER; i++) {
        fields.nextToken();
      }
      long user = Long.parseLong(fields.nextToken());
      Ticks ticks = new Ticks(user, Long.parseLong(fields.nextToken()));
      times.merge(line.substring(line.indexOf('(') + 1, end), ticks, Ticks::plus);
    } catch (NoSuchFileException e) {
      // The thread has ended.
      return;
    }
  }

  /** What was used since an earlier look. */
  ThreadTimes since(ThreadTimes earlier) {
    Map<String, Ticks> used = new TreeMap<>();
    byName.forEach(
        (name, ticks) ->
            used.put(name, ticks.minus(earlier.byName.getOrDefault(name, new Ticks(0, 0)))));
    return new ThreadTimes(used);
  }

  Ticks all() {
    return byName.values().stream().reduce(new Ticks(0, 0), Ticks::plus);
  }
}
