package org.colophon.benchmarks.capture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The tracers that are compared. */
final class Tracers {
  private static final List<String> ON_ONE_CPU = List.of("taskset", "-c", "0");

  private Tracers() {}

  /** Untraced, plain strace with the reporter's own calls, Colophon with a store on disk. */
  static List<Tracer> usual(boolean isPinned, Path launcher) {
    List<String> pin = isPinned ? ON_ONE_CPU : List.of();
    return List.of(
        new Tracer("untraced", pin),
        new Tracer("strace", join(pin, strace())),
        new Tracer("colophon", colophon(launcher)));
  }

  private static List<String> strace() {
    String calls = "trace=read,write"; // until the reporter's list is there
    return List.of(
        "strace", "-f", "--seccomp-bpf", "-e", calls, "-o", Tracer.SCRATCH + "/strace.out");
  }

  private static List<String> colophon(Path launcher) {
    return List.of(launcher.toString(), "trace", "--store", Tracer.SCRATCH + "/store", "--");
  }

  private static List<String> join(List<String> first, List<String> second) {
    List<String> joined = new ArrayList<>(first);
    joined.addAll(second);
    return joined;
  }
}
