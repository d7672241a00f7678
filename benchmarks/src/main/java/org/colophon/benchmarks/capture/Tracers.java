package org.colophon.benchmarks.capture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tracers that are compared. */
final class Tracers {
  private Tracers() {}

  /**
   * Untraced, plain strace as the reporter would start it but with a file for its output, Colophon
   * with a store on disk. The reporter keeps strace and what it traces on one processor by itself.
   *
   * @param directory for scratch
   */
  static List<Tracer> usual(boolean isPinned, Path launcher, Path directory) {
    List<String> pin = isPinned ? List.of("taskset", "-c", lastProcessor()) : List.of();
    List<String> strace = StraceWords.record(launcher, directory, Tracer.SCRATCH + "/strace.out");
    return List.of(
        new Tracer("untraced", pin),
        new Tracer("strace", join(pin, strace)),
        new Tracer(
            "colophon",
            List.of(launcher.toString(), "trace", "--store", Tracer.SCRATCH + "/store", "--")));
  }

  private static String lastProcessor() {
    return Integer.toString(Runtime.getRuntime().availableProcessors() - 1);
  }

  private static List<String> join(List<String> first, List<String> second) {
    List<String> joined = new ArrayList<>(first);
    joined.addAll(second);
    return joined;
  }
}
