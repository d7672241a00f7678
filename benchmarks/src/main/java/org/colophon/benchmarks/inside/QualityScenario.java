// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.inside;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.colophon.benchmarks.result.Directories;
import org.colophon.benchmarks.result.Figures;
import org.colophon.benchmarks.scenario.Checkout;
import org.colophon.benchmarks.scenario.ChildProcess;
import org.colophon.benchmarks.scenario.Experiment;
import org.colophon.benchmarks.scenario.Programs;
import org.colophon.benchmarks.scenario.Scenario;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures the precision and recall of each capture method, compared with the known operations of a
 * script.
 */
@Command(
    name = "quality",
    description = "Precision, recall, size and memory of each way to capture a known history.")
public final class QualityScenario extends Scenario {
  static final String KERNEL_EVENTS = "kernel events";
  static final String STRACE = "strace";
  static final String MOUNT = "mount";
  static final String BYTES = "bytes";
  static final String FUNCTIONS = "functions";
  static final String API = "API";
  static final String DATABASE_LOG = "database log";

  /**
   * Capture methods, with arguments for the launcher. They are empty for a mount and for reporting
   * programs.
   */
  private static final Map<String, List<String>> METHODS = new LinkedHashMap<>();

  static {
    METHODS.put(KERNEL_EVENTS, List.of("trace", "--with", "ebpf"));
    METHODS.put(STRACE, List.of("trace", "--with", "strace"));
    METHODS.put(MOUNT, List.of());
    METHODS.put(BYTES, List.of("trace", "--bytes", "--lookups", "tables"));
    METHODS.put(FUNCTIONS, List.of("trace", "--functions", "*"));
    METHODS.put(API, List.of());
    METHODS.put(
        DATABASE_LOG,
        List.of("import", "mysql", "from=" + SqlHistory.LOG, "server=" + SqlHistory.SERVER));
  }

  private static final List<String> SCRIPT = List.of("sh", "-e", "script");

  @Option(names = "--launcher", description = "The command to measure.")
  private Path launcher = Checkout.launcher();

  @Option(names = "--history", description = "Only histories whose name contains this.")
  private String chosen = "";

  @Override
  protected List<Experiment> experiments() {
    Experiment quality = Experiment.named("quality");
    for (QualitySuite.History history : QualitySuite.all()) {
      for (String method : METHODS.keySet()) {
        if (history.name().contains(chosen) && history.methods().contains(method)) {
          quality.subject(round -> measure(history, method));
        }
      }
    }
    return List.of(quality);
  }

  private List<Figures> measure(QualitySuite.History history, String method) throws Exception {
    Path whole = Directories.newIn(directory());
    Path source = Files.createDirectory(whole.resolve("source"));
    Path store = whole.resolve("store");
    history.prepare(source);
    long begin = System.nanoTime();
    long memory;
    Path directory = source;
    if (method.equals(MOUNT)) {
      directory = Files.createDirectory(whole.resolve("mount"));
      memory = runMounted(source, directory, store);
    } else {
      List<String> words = method.equals(API) ? reporter(source, store) : recorder(method, store);
      memory = awaited(started(source, words), words);
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    Map<String, Set<String>> truth = history.truth(source);
    long found = 0;
    long right = 0;
    long known = 0;
    for (Map.Entry<String, Set<String>> each : truth.entrySet()) {
      Set<String> inputs = inputs(each.getKey(), method, directory, store);
      inputs.retainAll(history.inputs());
      inputs.remove(each.getKey());
      found += inputs.size();
      known += each.getValue().size();
      right += inputs.stream().filter(each.getValue()::contains).count();
    }
    return Figures.of("history", history.name())
        .and("method", method)
        .and("true edges", known)
        .and("recall", known == 0 ? 1.0 : (double) right / known)
        .and("precision", found == 0 ? 1.0 : (double) right / found)
        .and("s", seconds)
        .and("store KB", Directories.bytes(store) / 1024)
        .and("recorder MB", memory / 1024)
        .row();
  }

  private List<String> recorder(String method, Path store) {
    List<String> how = Objects.requireNonNull(METHODS.get(method));
    List<String> words = new ArrayList<>(List.of(launcher.toString()));
    words.addAll(how);
    words.addAll(List.of("--store", store.toString()));
    if (how.contains("trace")) {
      words.add("--");
      words.addAll(SCRIPT);
    }
    return words;
  }

  private static List<String> reporter(Path source, Path store) {
    List<String> words = new ChildProcess("256m").command(StepReporter.class);
    words.addAll(List.of(store.toString(), source.toString()));
    return words;
  }

  /** Runs the script in a mount. Returns the peak memory of the mount in KiB. */
  private long runMounted(Path source, Path mount, Path store) throws Exception {
    List<String> words =
        List.of(launcher + "", MOUNT, source + "", mount + "", "--store", store + "");
    Process mounter = started(Objects.requireNonNull(source.getParent()), words);
    while (!Files.readString(Path.of("/proc/self/mounts")).contains(mount.toString())) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
    awaited(started(mount, SCRIPT), SCRIPT);
    Programs.run(List.of("kill", "-INT", Long.toString(mounter.pid())), Map.of());
    return peakUntilEnd(mounter);
  }

  private static Process started(Path directory, List<String> words) throws IOException {
    return new ProcessBuilder(words)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** Waits until a command succeeds. Returns its peak memory in KiB. */
  private static long awaited(Process process, List<String> words)
      throws IOException, InterruptedException {
    long peak = peakUntilEnd(process);
    if (process.exitValue() != 0) {
      throw new IOException(words + " failed with status " + process.exitValue());
    }
    return peak;
  }

  private static long peakUntilEnd(Process process) throws InterruptedException {
    long peak = 0;
    while (!process.waitFor(20, TimeUnit.MILLISECONDS)) {
      peak = Math.max(peak, Programs.peakResidentKib(Long.toString(process.pid())));
    }
    return peak;
  }

  private Set<String> inputs(String output, String method, Path directory, Path store)
      throws IOException {
    String prefix = method.equals(DATABASE_LOG) ? SqlHistory.PREFIX : directory + "/";
    List<String> words = new ArrayList<>(List.of(launcher.toString(), "lineage", prefix + output));
    words.addAll(List.of("--json", "--store", store.toString()));
    boolean isByBytes = method.equals(BYTES);
    words.addAll(isByBytes ? List.of("--bytes") : List.of("--data-only", "--depth", "1000"));
    JsonNode answer = new ObjectMapper().readTree(Programs.run(words, Map.of()));
    Set<String> names = new TreeSet<>();
    if (method.equals(FUNCTIONS)) {
      readByCalls(answer, answer.at("/nodes/0/key").asText(), names);
    } else {
      answer.findValues("name").forEach(name -> names.add(name.asText()));
    }
    return names.stream()
        .map(name -> name.replace(prefix, ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Adds the objects read by the calls that wrote an object. The program itself has read all
   * objects.
   */
  private static void readByCalls(JsonNode graph, String object, Set<String> names) {
    Map<String, JsonNode> nodes = new HashMap<>();
    graph.get("nodes").forEach(node -> nodes.put(node.get("key").asText(), node));
    for (JsonNode edge : graph.get("edges")) {
      JsonNode writer = Objects.requireNonNull(nodes.get(edge.get("cause").asText()));
      boolean isWrite =
          edge.get("effect").asText().equals(object) && edge.get("kind").asText().equals("write");
      if (isWrite && !writer.get("name").asText().startsWith("/")) {
        for (JsonNode read : graph.get("edges")) {
          if (read.get("effect").equals(edge.get("cause"))
              && read.get("kind").asText().equals("read")) {
            JsonNode source = Objects.requireNonNull(nodes.get(read.get("cause").asText()));
            names.add(source.get("name").asText());
          }
        }
      }
    }
  }
}
