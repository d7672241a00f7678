package org.colophon.benchmarks.capture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A tracer, or none, under which a command runs.
 *
 * @param label name in tables
 * @param prefix words before the command, in which {@link #SCRATCH} is replaced by a new directory
 */
record Tracer(String label, List<String> prefix) {
  /** Placeholder for the scratch directory of a run. */
  static final String SCRATCH = "{scratch}";

  Tracer {
    prefix = List.copyOf(prefix);
  }

  /**
   * Returns six tracers: none; plain strace with the reporter's options but output to a file; BPF
   * programs that do nothing; and Colophon with a store on disk, with strace, with kernel events,
   * and with kernel events that are not folded.
   *
   * @param directory for scratch
   */
  static List<Tracer> usual(Path launcher, Path directory) {
    return List.of(
        new Tracer("untraced", List.of()),
        new Tracer("strace", StraceWords.record(launcher, directory, SCRATCH + "/strace.out")),
        new Tracer("empty hooks", EmptyHooks.compile(directory)),
        colophon(launcher, "strace"),
        colophon(launcher, "ebpf"),
        colophon(launcher, "ebpf", "--no-fold"));
  }

  private static Tracer colophon(Path launcher, String source, String... more) {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "trace", "--with", source));
    command.addAll(List.of(more));
    command.addAll(List.of("--store", SCRATCH + "/store", "--"));
    return new Tracer(("colophon " + source + " " + String.join(" ", more)).strip(), command);
  }

  List<String> prefixIn(Path scratch) {
    return prefix.stream().map(word -> word.replace(SCRATCH, scratch.toString())).toList();
  }
}
