package org.colophon.benchmarks.capture;

import java.nio.file.Path;
import java.util.List;

/** The tracers that are compared. */
final class Tracers {
  private Tracers() {}

  /**
   * Returns four tracers: none; plain strace with the reporter's options but output to a file; and
   * Colophon with a store on disk and each of its two sources.
   *
   * @param directory for scratch
   */
  static List<Tracer> usual(Path launcher, Path directory) {
    return List.of(
        new Tracer("untraced", List.of()),
        new Tracer(
            "strace", StraceWords.record(launcher, directory, Tracer.SCRATCH + "/strace.out")),
        colophon(launcher, "strace"),
        colophon(launcher, "ebpf"));
  }

  private static Tracer colophon(Path launcher, String source) {
    List<String> command =
        List.of(
            launcher.toString(),
            "trace",
            "--with",
            source,
            "--store",
            Tracer.SCRATCH + "/store",
            "--");
    return new Tracer("colophon " + source, command);
  }
}
