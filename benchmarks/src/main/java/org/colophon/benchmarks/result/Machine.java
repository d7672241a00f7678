// SPDX-License-Identifier: Apache-2.0
package org.colophon.benchmarks.result;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Facts about the machine, which belong to each result. */
public final class Machine {
  static final String UNCOMMITTED_CHANGES = "uncommittedChanges";

  /** Lists changed files, but not the results of an earlier benchmark. */
  private static final String[] STATUS_WITHOUT_RESULTS = {
    "git", "status", "--porcelain", "-uno", "--", ":/", ":(top,exclude)benchmarks/results"
  };

  private Machine() {}

  /** Returns processor, memory, operating system, Java version and the checked-out commit. */
  public static Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("cpu", field("/proc/cpuinfo", "model name"));
    facts.put("cores", Runtime.getRuntime().availableProcessors());
    facts.put("memory", field("/proc/meminfo", "MemTotal"));
    facts.put("kernel", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put(
        "jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    facts.put("jvmFlags", shownFlags());
    String commit = output("git", "rev-parse", "--short", "HEAD");
    facts.put("commit", commit);
    facts.put(UNCOMMITTED_CHANGES, commit.isEmpty() || !output(STATUS_WITHOUT_RESULTS).isEmpty());
    return facts;
  }

  /** Returns the Java options that affect performance. Omits paths. */
  private static List<String> shownFlags() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(flag -> flag.startsWith("-X") || flag.startsWith("--"))
        .toList();
  }

  private static String field(String file, String name) {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("unknown");
    } catch (IOException e) {
      return "unknown";
    }
  }

  private static String output(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? text.strip() : "";
    } catch (IOException e) {
      return "";
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
