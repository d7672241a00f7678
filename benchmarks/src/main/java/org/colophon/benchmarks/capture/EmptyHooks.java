package org.colophon.benchmarks.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.command.Programs;
import org.colophon.core.error.IoFailure;

/**
 * BPF programs that do nothing, at the tracepoints that kernel events use. They show the part of
 * the slow-down that is the kernel's own.
 */
final class EmptyHooks {
  private EmptyHooks() {}

  /**
   * Compiles the programs; returns the words before a command that runs with them.
   *
   * @param directory an existing directory for the compiled files
   */
  static List<String> compile(Path directory) {
    String object = directory.resolve("empty.bpf.o").toString();
    String program = directory.resolve("attach").toString();
    String hooks = copy("empty.bpf.c", directory);
    Programs.run(
        List.of("clang", "-O2", "-g", "-target", "bpf", "-c", hooks, "-o", object), Map.of());
    String source = copy("attach.c", directory);
    Programs.run(List.of("gcc", "-O2", "-o", program, source, "-lbpf"), Map.of());
    return List.of(program, object);
  }

  private static String copy(String name, Path directory) {
    Path source = directory.resolve(name);
    try (InputStream in = EmptyHooks.class.getResourceAsStream(name)) {
      Files.copy(in, source);
    } catch (IOException e) {
      throw IoFailure.of("write", source, e);
    }
    return source.toString();
  }
}
