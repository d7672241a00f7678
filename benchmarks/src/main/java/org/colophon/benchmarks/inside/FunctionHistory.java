// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.inside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.reporters.function.FunctionReporter;

/**
 * A C program that copies files at random, within a function call or between calls. It writes the
 * true inputs of each output.
 */
final class FunctionHistory implements QualitySuite.History {

  @Override
  public String name() {
    return "C program";
  }

  @Override
  public Set<String> methods() {
    return Set.of(QualityScenario.KERNEL_EVENTS, QualityScenario.FUNCTIONS, QualityScenario.BYTES);
  }

  @Override
  public void prepare(Path directory) throws IOException {
    for (String input : inputs()) {
      Files.writeString(directory.resolve(input), "text of " + input + "\n");
    }
    Path source = Programs.resource(FunctionHistory.class, "history.c", directory);
    String program = directory.resolve("program").toString();
    String compiler = FunctionReporter.compiler(false).toString();
    Programs.run(List.of(compiler, "-O2", "-o", program, source.toString()), Map.of());
    Files.writeString(directory.resolve("script"), "./program");
  }

  @Override
  public Set<String> inputs() {
    return new TreeSet<>(QualitySuite.firstInputs());
  }

  @Override
  public Map<String, Set<String>> truth(Path directory) throws IOException {
    Map<String, Set<String>> edges = new TreeMap<>();
    for (String line : Files.readAllLines(directory.resolve("truth"))) {
      List<String> names = List.of(line.split(" ", -1));
      edges.put(names.get(0), new TreeSet<>(names.subList(1, names.size())));
    }
    return edges;
  }
}
