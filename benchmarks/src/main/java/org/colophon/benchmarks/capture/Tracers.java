package org.colophon.benchmarks.capture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tracers that are compared. */
final class Tracers {
  private Tracers() {}

  /**
   * Returns five tracers: none; plain strace with the reporter's options but output to a file; and
   * Colophon with a store on disk, with strace, with kernel events, and with kernel events that are
   * not folded.
   *
   * @param directory for scratch
   */
  static List<Tracer> usual(Path launcher, Path directory) {
    return List.of(
        new Tracer("untraced", List.of()),
        new Tracer(
            "strace", StraceWords.record(launcher, directory, Tracer.SCRATCH + "/strace.out")),
        colophon(launcher, "strace"),
        colophon(launcher, "ebpf"),
        colophon(launcher, "ebpf", "--no-fold"));
  }

  private static Tracer colophon(Path launcher, String source, String... more) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(launcher.toString(), "trace", "--with", source));
    command.addAll(List.of(more));
    command.addAll(List.of("--store", Tracer.SCRATCH + "/store", "--"));
    return new Tracer(
        Stream.concat(Stream.of("colophon", source), Stream.of(more))
            .collect(Collectors.joining(" ")),
        command);
  }
}
