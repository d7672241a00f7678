// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.scenario.Programs;

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
  static List<Tracer> all(Path launcher, Path directory) throws IOException {
    return List.of(
        new Tracer("untraced", List.of()),
        new Tracer("strace", StraceWords.record(launcher, directory, SCRATCH + "/strace.out")),
        new Tracer("empty hooks", emptyHooks(directory)),
        colophon(launcher, "strace"),
        colophon(launcher, "ebpf"),
        colophon(launcher, "ebpf", "--no-fold"));
  }

  /**
   * Returns Colophon with a store in the scratch directory.
   *
   * @param source value of {@code --with}
   * @param more further options
   */
  static Tracer colophon(Path launcher, String source, String... more) {
    List<String> command = new ArrayList<>(List.of(launcher.toString(), "trace", "--with", source));
    command.addAll(List.of(more));
    command.addAll(List.of("--store", SCRATCH + "/store", "--"));
    return new Tracer(("colophon " + source + " " + String.join(" ", more)).strip(), command);
  }

  /**
   * Compiles BPF programs that do nothing, at the tracepoints that kernel events use. They show the
   * part of the slow-down that is the kernel's own. Returns the words before a command that runs
   * with them.
   */
  static List<String> emptyHooks(Path directory) throws IOException {
    String object = directory.resolve("empty.bpf.o").toString();
    String program = directory.resolve("attach").toString();
    String hooks = Programs.resource(Tracer.class, "empty.bpf.c", directory).toString();
    Programs.run(
        List.of("clang", "-O2", "-g", "-target", "bpf", "-c", hooks, "-o", object), Map.of());
    String source = Programs.resource(Tracer.class, "attach.c", directory).toString();
    Programs.run(List.of("gcc", "-O2", "-o", program, source, "-lbpf"), Map.of());
    return List.of(program, object);
  }

  List<String> prefixIn(Path scratch) {
    return prefix.stream().map(word -> word.replace(SCRATCH, scratch.toString())).toList();
  }
}
