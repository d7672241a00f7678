package org.colophon.benchmarks.threads;

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
 * Processor time of the threads of a process that are alive, by the names that Linux has for them.
 * Threads whose names differ in digits only are one. What a thread took that has ended is lost.
 *
 * @param byName the thread's name, with each run of digits as {@code N}
 */
public record ThreadTimes(Map<String, Times> byName) {
  private static final double SECONDS_PER_TICK = 0.01;
  private static final double SECONDS_PER_NANO = 1e-9;

  /** Of /proc/PID/task/TID/stat, behind the name; then come user and system time. */
  private static final int FIELDS_BEFORE_SYSTEM = 12;

  /**
   * Time of a thread.
   *
   * @param nanos all of it, of /proc/PID/task/TID/schedstat
   * @param systemTicks in the operating system, in ticks of 10 ms, of /proc/PID/task/TID/stat
   */
  public record Times(long nanos, long systemTicks) {
    /** Of nobody yet. */
    public static final Times NONE = new Times(0, 0);

    /** Of both together. */
    public Times plus(Times more) {
      return new Times(nanos + more.nanos, systemTicks + more.systemTicks);
    }

    /** Not below nothing: one of several threads of a name may have ended. */
    Times minus(Times less) {
      return new Times(
          Math.max(0, nanos - less.nanos), Math.max(0, systemTicks - less.systemTicks));
    }

    /** In programs and in the operating system. */
    public double seconds() {
      return nanos * SECONDS_PER_NANO;
    }

    /** In the operating system alone. */
    public double systemSeconds() {
      return systemTicks * SECONDS_PER_TICK;
    }
  }

  /** Returns the processor time of a process's threads since their start. */
  public static ThreadTimes of(long process) {
    Path tasks = Path.of("/proc", Long.toString(process), "task");
    Map<String, Times> times = new TreeMap<>();
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
      for (Path thread : threads) {
        add(thread, times);
      }
    } catch (IOException e) {
      throw new ColophonException(ErrorCode.IO_FAILED, "cannot read " + tasks + ": " + e, e);
    }
    return new ThreadTimes(times);
  }

  private static void add(Path thread, Map<String, Times> times) throws IOException {
    try {
      String spent = Files.readString(thread.resolve("schedstat"));
      String line = Files.readString(thread.resolve("stat"));
      int end = line.lastIndexOf(')');
      StringTokenizer fields = new StringTokenizer(line.substring(end + 2));
      for (int i = 0; i < FIELDS_BEFORE_SYSTEM; i++) {
        fields.nextToken();
      }
      long nanos = Long.parseLong(spent.substring(0, spent.indexOf(' ')));
      String name = line.substring(line.indexOf('(') + 1, end).replaceAll("[0-9]+", "N");
      times.merge(name, new Times(nanos, Long.parseLong(fields.nextToken())), Times::plus);
    } catch (NoSuchFileException e) {
      // The thread has ended.
      return;
    }
  }

  /** Returns the difference to an earlier reading. */
  public ThreadTimes since(ThreadTimes earlier) {
    Map<String, Times> used = new TreeMap<>();
    byName.forEach(
        (name, times) ->
            used.put(name, times.minus(earlier.byName.getOrDefault(name, Times.NONE))));
    return new ThreadTimes(used);
  }

  /** Of all threads together. */
  public Times all() {
    return byName.values().stream().reduce(Times.NONE, Times::plus);
  }
}
