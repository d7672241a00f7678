// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.scenario;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.result.ResultFile;
import org.colophon.core.error.ErrorCode;

/**
 * Runs a main class in a separate Java process, on this process's class path. Reads the values that
 * it prints in its last line.
 *
 * @param maxHeap maximum heap, in the format of -Xmx
 */
public record ChildProcess(String maxHeap) {
  /** Garbage collector that the launcher selects for commands that record. */
  private static final String COLLECTOR = "-XX:+UseSerialGC";

  /** Prefix of the line with the values. */
  private static final String FIGURES = "figures: ";

  /** Runs a main class with arguments. */
  public Figures run(Class<?> main, String... arguments) {
    List<String> command = command(main);
    command.addAll(List.of(arguments));
    return figures(Programs.run(command, Map.of(), ProcessBuilder.Redirect.INHERIT));
  }

  /** Prints the values of this process, for {@link #run} in another one. */
  public static void print(Figures figures) {
    System.out.println(FIGURES + ResultFile.toLine(figures));
  }

  /** Returns the values in the output of a process. */
  public static Figures figures(String output) {
    int at = output.lastIndexOf(FIGURES);
    if (at < 0) {
      throw ErrorCode.BAD_INPUT.exception("a benchmark printed no figures: " + output);
    }
    return ResultFile.fromLine(output.substring(at + FIGURES.length()).strip());
  }

  /**
   * Returns the command that starts a main class with these settings. The caller may add arguments.
   */
  public List<String> command(Class<?> main) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, "-Xmx" + maxHeap, COLLECTOR));
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.contains("Priority") || option.startsWith("-Dcolophon.idle"))
        .forEach(command::add);
    // lmdbjava and Neo4j create buffers from addresses. They use private fields of the JDK for
    // that.
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add("--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");
    command.add("--add-opens=java.base/java.lang=ALL-UNNAMED");
    if (Runtime.version().feature() >= 24) {
      command.add("--enable-native-access=ALL-UNNAMED");
      command.add("--sun-misc-unsafe-memory-access=allow");
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    return command;
  }
}
