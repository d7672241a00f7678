package org.colophon.benchmarks.inside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.colophon.benchmarks.command.BenchmarkOptions;
import org.colophon.benchmarks.command.Checkout;
import org.colophon.benchmarks.command.Programs;
import org.colophon.core.error.ColophonException;
import org.colophon.core.error.IoFailure;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Precision and recall of each way to capture, against what a script is known to do. */
@Command(
    name = "quality",
    mixinStandardHelpOptions = true,
    description = "Precision, recall, size and memory of each way to capture a known history.")
public final class QualityBenchmark implements Runnable {
  /** A way to capture, as options of trace. */
  private static final Map<String, List<String>> METHODS = new LinkedHashMap<>();

  static {
    METHODS.put("kernel events", List.of("--with", "ebpf"));
    METHODS.put("strace", List.of("--with", "strace"));
    METHODS.put("bytes", List.of("--bytes", "--lookups", "tables"));
  }

  @Mixin private BenchmarkOptions options;

  @Option(names = "--launcher", description = "The command to measure (default: ${DEFAULT-VALUE}).")
  private Path launcher = Checkout.launcher();

  @Override
  public void run() {
    options.inScratchDirectory(
        directory -> {
          List<Map<String, Object>> rows = new ArrayList<>();
          try {
            for (QualitySuite.History history : QualitySuite.all()) {
              for (Map.Entry<String, List<String>> method : METHODS.entrySet()) {
                rows.add(measure(history, method.getKey(), method.getValue(), directory));
                options.progress().accept(rows.get(rows.size() - 1).toString());
              }
            }
          } catch (IOException e) {
            throw IoFailure.of("use", directory, e);
          }
          options.publish("quality", Map.of(), rows, rows);
        });
  }

  private Map<String, Object> measure(
      QualitySuite.History history, String method, List<String> how, Path parent)
      throws IOException {
    Path directory = Files.createTempDirectory(parent, "run").toRealPath();
    Path store = directory.resolve("store");
    history.prepare(directory);
    List<String> words = new ArrayList<>(List.of(launcher.toString(), "trace"));
    words.addAll(how);
    words.addAll(List.of("--store", store.toString(), "--", "sh", "-e", "script"));
    long begin = System.nanoTime();
    long memory = runIn(directory, words);
    double seconds = (System.nanoTime() - begin) / 1e9;
    Map<String, Set<String>> truth = history.truth(directory);
    long found = 0;
    long right = 0;
    long known = 0;
    for (Map.Entry<String, Set<String>> each : truth.entrySet()) {
      Set<String> inputs = inputs(each.getKey(), method.equals("bytes"), directory, store);
      inputs.retainAll(history.inputs());
      inputs.remove(each.getKey());
      found += inputs.size();
      known += each.getValue().size();
      right += inputs.stream().filter(each.getValue()::contains).count();
    }
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("history", history.name());
    row.put("method", method);
    row.put("true edges", known);
    row.put("recall", known == 0 ? 1.0 : (double) right / known);
    row.put("precision", found == 0 ? 1.0 : (double) right / found);
    row.put("s", seconds);
    row.put("store KB", size(store) / 1024);
    row.put("recorder MB", memory / 1024);
    return row;
  }

  /** Runs a command in a directory; returns the peak of its memory in KiB. */
  private static long runIn(Path directory, List<String> words) throws IOException {
    Process process =
        new ProcessBuilder(words)
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("messages").toFile())
            .start();
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    long peak = 0;
    try {
      while (!process.waitFor(20, java.util.concurrent.TimeUnit.MILLISECONDS)) {
        peak = Math.max(peak, peak(status));
      }
    } catch (InterruptedException e) {
      throw ColophonException.interrupted("running " + words, e);
    }
    if (process.exitValue() != 0) {
      throw new IOException(words + " failed: " + Files.readString(directory.resolve("messages")));
    }
    return peak;
  }

  private static long peak(Path status) {
    try (Stream<String> lines = Files.lines(status)) {
      return lines
          .filter(line -> line.startsWith("VmHWM:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
          .findFirst()
          .orElse(0);
    } catch (IOException | java.io.UncheckedIOException e) {
      return 0; // it has just ended
    }
  }

  private Set<String> inputs(String output, boolean isByBytes, Path directory, Path store)
      throws IOException {
    List<String> words = new ArrayList<>(List.of("sh", "-c", "cd \"$0\" && exec \"$@\""));
    words.addAll(List.of(directory.toString(), launcher.toString(), "lineage", output));
    words.addAll(List.of("--json", "--store", store.toString()));
    words.addAll(isByBytes ? List.of("--bytes") : List.of("--data-only", "--depth", "1000"));
    JsonNode answer = new ObjectMapper().readTree(Programs.run(words, Map.of()));
    Set<String> names = new TreeSet<>();
    for (JsonNode name : answer.findValues("name")) {
      names.add(name.asText().replace(directory + "/", ""));
    }
    return names;
  }

  private static long size(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
