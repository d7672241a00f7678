// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.inside;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Histories of files with known inputs. */
final class QualitySuite {
  private static final int PAIRS = 10;
  private static final int UNITS = 12;
  private static final int STEPS = 30;
  private static final int INPUTS = 8;

  /** Capture methods for unmodified programs. */
  private static final Set<String> TRACERS =
      Set.of(
          QualityScenario.KERNEL_EVENTS,
          QualityScenario.STRACE,
          QualityScenario.MOUNT,
          QualityScenario.BYTES);

  private QualitySuite() {}

  /** A script with its known influences. File names are relative to its directory. */
  interface History {
    String name();

    /** Writes the inputs and the file {@code script}. */
    void prepare(Path directory) throws IOException;

    /** Returns all files that may be inputs. */
    Set<String> inputs();

    /** Returns the inputs of each output, after the script has run. */
    Map<String, Set<String>> truth(Path directory) throws IOException;

    /** Returns the names of the capture methods for this history. */
    default Set<String> methods() {
      return TRACERS;
    }
  }

  /** A program that creates a file from one or two others. */
  record Step(String output, List<String> inputs, String command) {
    Step {
      inputs = List.copyOf(inputs);
    }
  }

  private record Plain(
      String name,
      Map<String, String> files,
      String script,
      Map<String, Set<String>> edges,
      Set<String> methods)
      implements History {
    @Override
    public void prepare(Path directory) throws IOException {
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(directory.resolve(file.getKey()), file.getValue());
      }
      Files.writeString(directory.resolve("script"), script);
    }

    @Override
    public Set<String> inputs() {
      return files.keySet();
    }

    @Override
    public Map<String, Set<String>> truth(Path directory) {
      return edges;
    }
  }

  static List<History> all() {
    return List.of(
        versions(), pairs(), pipelines(), new Build(), new FunctionHistory(), new SqlHistory());
  }

  /** Returns a history in which the same name has different contents over time. */
  private static History versions() {
    return new Plain(
        "versions",
        Map.of("a", "1\n", "b", "2\n", "c", "3\n"),
        "cat a>f; cat f>x; cat b>f; cat f>y; cat c>>f; cat f>z; cp a tmp; mv tmp f; cat f>w;"
            + " rm f; cat b>f; cat f>v; sort a | tr 0-9 5-9 > p",
        Map.of(
            "x", Set.of("a"),
            "y", Set.of("b"),
            "z", Set.of("b", "c"),
            "w", Set.of("a"),
            "v", Set.of("b"),
            "p", Set.of("a")),
        TRACERS);
  }

  /**
   * Returns a history in which a single process reads input i and then writes output i, for each i.
   */
  private static History pairs() {
    Map<String, String> files = new TreeMap<>();
    Map<String, Set<String>> edges = new TreeMap<>();
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < PAIRS; i++) {
      files.put("in" + i, "text " + i + "\n");
      edges.put("out" + i, Set.of("in" + i));
      names.append(" in").append(i);
    }
    String program = "{ name = FILENAME; sub(/in/, \"out\", name); print > name }";
    return new Plain("one process", files, "awk '" + program + "'" + names, edges, TRACERS);
  }

  /** Returns the files from which {@link #steps} begins. */
  static List<String> firstInputs() {
    return IntStream.range(0, INPUTS).mapToObj(i -> "in" + i).toList();
  }

  /** Returns a random graph of small programs. It is the same for each call. */
  static List<Step> steps() {
    Random random = new Random(3);
    List<String> all = new ArrayList<>(firstInputs());
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      String one = all.get(random.nextInt(all.size()));
      String other = all.get(random.nextInt(all.size()));
      String out = "out" + i;
      int kind = random.nextInt(6);
      String command =
          switch (kind) {
            case 0 -> "sort " + one + " > " + out;
            case 1 -> "cat " + one + " | tr a-z A-Z | cat > " + out;
            case 2 -> "cp " + one + " " + out;
            case 3 -> "cut -c1-3 " + one + " | sort -r > " + out;
            default -> (random.nextBoolean() ? "cat " : "paste ") + one + " " + other + " > " + out;
          };
      steps.add(new Step(out, kind > 3 ? List.of(one, other) : List.of(one), command));
      all.add(out);
    }
    return steps;
  }

  /** Returns, for each output of {@link #steps}, the first inputs that it depends on. */
  static Map<String, Set<String>> truth(List<Step> steps) {
    Map<String, Set<String>> sources = new TreeMap<>();
    firstInputs().forEach(name -> sources.put(name, Set.of(name)));
    for (Step step : steps) {
      Set<String> from = new TreeSet<>();
      step.inputs.forEach(input -> from.addAll(sources.get(input)));
      sources.put(step.output, from);
    }
    sources.keySet().removeAll(firstInputs());
    return sources;
  }

  private static History pipelines() {
    List<Step> steps = steps();
    Map<String, String> files = new TreeMap<>();
    firstInputs().forEach(name -> files.put(name, "delta " + name + "\nalpha " + name + "\n"));
    String script = steps.stream().map(step -> step.command + "\n").collect(Collectors.joining());
    Set<String> methods = new TreeSet<>(TRACERS);
    methods.add(QualityScenario.API);
    return new Plain("pipelines", files, script, truth(steps), methods);
  }

  /**
   * A history of C object files. The compiler lists their inputs. Their bytes are computed, not
   * copied.
   */
  private static final class Build implements History {
    @Override
    public String name() {
      return "C build";
    }

    @Override
    public void prepare(Path directory) throws IOException {
      StringBuilder script = new StringBuilder();
      for (int i = 0; i < UNITS; i++) {
        String header = "int f" + i + "(int);\n#define N" + i + " " + i + "\n";
        Files.writeString(directory.resolve("h" + i + ".h"), header);
        String used = "#include \"h" + i + ".h\"\n#include \"h" + (i + 1) % UNITS + ".h\"\n";
        String code = "int f" + i + "(int x) { return x + N" + (i + 1) % UNITS + "; }\n";
        Files.writeString(directory.resolve("c" + i + ".c"), used + code);
        script.append("gcc -MD -c c" + i + ".c -o c" + i + ".o\n");
      }
      Files.writeString(directory.resolve("script"), script);
    }

    @Override
    public Set<String> inputs() {
      Set<String> all = new TreeSet<>();
      for (int i = 0; i < UNITS; i++) {
        all.add("h" + i + ".h");
        all.add("c" + i + ".c");
      }
      return all;
    }

    @Override
    public Map<String, Set<String>> truth(Path directory) throws IOException {
      Map<String, Set<String>> edges = new TreeMap<>();
      for (int i = 0; i < UNITS; i++) {
        String list = Files.readString(directory.resolve("c" + i + ".d"));
        Set<String> words = new TreeSet<>(List.of(list.split("[\\s\\\\:]+", -1)));
        words.retainAll(inputs());
        edges.put("c" + i + ".o", words);
      }
      return edges;
    }
  }
}
